// SPDX-License-Identifier: MIT
// What a checkpoint stores of a learner, without the learner's types.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/io/storage/device_tensor.hpp>
#include <lockstep/io/text/parse_number.hpp>
#include <lockstep/io/text/show_number.hpp>

namespace lockstep::detail {

/// A number of the host. Its texts keep all bits, also of infinities.
struct host_number {
    std::string name;
    void* address;
    std::string (*show)(void const* number);             ///< as show_number
    bool (*parse)(std::string_view text, void* number);  ///< as parse_number

    template <class T>
    static host_number of(std::string_view name, T& number) {
        static_assert(!std::is_const_v<T> && !std::is_same_v<T, bool>,
                      "lockstep: a number of a checkpoint is neither constant nor a bool");
        return {.name = std::string(name),
                .address = &number,
                .show = [](void const* of) { return show_number(*static_cast<T const*>(of)); },
                .parse = [](std::string_view text, void* of) { return parse_number(text, *static_cast<T*>(of)); }};
    }
};

/// The entries that a learner's for_each_entry visits: the numbers of the host, and the tensors of the device. A tensor may
/// depend on the numbers, so list the contents again when the numbers have changed. The learner must outlive them.
struct learner_contents {
    std::vector<host_number> numbers;
    std::vector<device_tensor> tensors;

    template <class Learner>
    LOCKSTEP_COLD static learner_contents of(Learner& learner) {
        learner_contents contents;
        learner.for_each_entry([&]<class Entry>(std::string_view name, Entry& entry) LOCKSTEP_COLD {
            if constexpr (std::is_arithmetic_v<Entry>) {
                contents.numbers.push_back(host_number::of(name, entry));
            } else {
                contents.tensors.push_back(device_tensor::of(name, learner.device(), entry));
            }
        });
        return contents;
    }
};

}  // namespace lockstep::detail
