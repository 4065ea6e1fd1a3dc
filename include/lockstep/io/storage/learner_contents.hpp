// SPDX-License-Identifier: MIT
// What a checkpoint stores of a learner, without the learner's types.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/io/member_list.hpp>
#include <lockstep/io/storage/device_tensor.hpp>

namespace lockstep::detail {

/// The entries that a learner's for_each_entry visits: the numbers of the host, and the tensors of the device. A tensor may
/// depend on the numbers, so list the contents again when the numbers have changed.
struct learner_contents {
    std::vector<listed_member> numbers;
    std::vector<device_tensor> tensors;

    template <class Learner>
    LOCKSTEP_COLD static learner_contents of(Learner& learner) {
        learner_contents contents;
        learner.for_each_entry([&]<class Entry>(std::string_view name, Entry& entry) LOCKSTEP_COLD {
            if constexpr (std::is_arithmetic_v<Entry>) {
                contents.numbers.push_back(list_member(name, entry));
            } else {
                contents.tensors.push_back(device_tensor::of(name, learner.device(), entry));
            }
        });
        return contents;
    }
};

/// A copy of numbers. The destructor puts them back, unless forget() was called.
class numbers_before {
public:
    LOCKSTEP_COLD explicit numbers_before(std::vector<listed_member> numbers) : numbers_(std::move(numbers)) {
        for (listed_member const& number : numbers_) {
            before_.push_back(number.type->show(number.address));
        }
    }
    numbers_before(numbers_before const&) = delete;
    numbers_before& operator=(numbers_before const&) = delete;
    LOCKSTEP_COLD ~numbers_before() {
        for (std::size_t i = 0; i < before_.size(); ++i) {
            numbers_[i].type->parse(before_[i], numbers_[i].address);
        }
    }

    void forget() { before_.clear(); }

private:
    std::vector<listed_member> numbers_;
    std::vector<std::string> before_;
};

}  // namespace lockstep::detail
