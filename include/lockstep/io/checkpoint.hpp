// SPDX-License-Identifier: MIT
// A learner in a file, to go on from as if it had never stopped: safetensors, with one tensor for each buffer of the
// device and the counters, the configuration and the types in the metadata.
//
//     format "lockstep.checkpoint.2"   learner "lockstep::ppo"   environment "lockstep::envs::half_cheetah"   networks ...
//     config.learning_rate "0.0007"    iteration "120"           parameters F32 [11021]   environments U8 [64, 1856] ...
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/io/checkpoint_identity.hpp>
#include <lockstep/io/formatted.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/parse_number.hpp>
#include <lockstep/io/safetensors.hpp>
#include <lockstep/io/tensor.hpp>

namespace lockstep {

namespace detail {

struct any_part {
    void operator()(std::string_view, auto&) const {}
};

/// Bytes where any buffer's elements may stand. What follows is no template, so that a program compiles it once and not for
/// each kind of buffer.
struct alignas(64) staging_line {
    char bytes[64];
};
using staging = std::vector<staging_line>;

/// A buffer as a tensor: floats as such, anything else as its bytes.
struct part_layout {
    std::string_view type;
    std::vector<std::size_t> shape;
    std::size_t bytes;

    template <class Buffer>
    static part_layout of(Buffer const& buffer) {
        using element = std::remove_cvref_t<decltype(*buffer.data())>;
        static_assert(alignof(element) <= alignof(staging_line));
        return of(std::same_as<element, float>, buffer.size(), sizeof(element));
    }
    LOCKSTEP_COLD static part_layout of(bool floats, std::size_t count, std::size_t size) {
        return {floats ? "F32" : "U8", floats ? std::vector{count} : std::vector{count, size}, count * size};
    }
    std::size_t lines() const { return (bytes + sizeof(staging_line) - 1) / sizeof(staging_line); }
};

/// The elements of a staging area that is to be copied to or from this buffer.
template <class Buffer>
auto elements_in(staging& from, Buffer const& buffer) {
    using element = std::remove_cvref_t<decltype(*buffer.data())>;
    return std::span<element>(reinterpret_cast<element*>(from.data()), buffer.size());
}

LOCKSTEP_COLD inline void put_part(safetensors& content, std::string_view name, part_layout const& layout, staging const& from) {
    content.tensors[std::string(name)] = {std::string(layout.type), layout.shape,
                                          std::string(reinterpret_cast<char const*>(from.data()), layout.bytes)};
}
LOCKSTEP_COLD inline void get_part(safetensors const& content, std::string_view name, staging& to) {
    std::string const& bytes = content.tensors.at(std::string(name)).bytes;
    std::memcpy(static_cast<void*>(to.data()), bytes.data(), bytes.size());
}

template <class Number>
LOCKSTEP_COLD void read_number(std::string const& path, safetensors const& content, std::string_view key, Number& to) {
    std::string const& text = find_metadata(path, content, key);
    if (!parse_number(text, to)) {
        refuse_checkpoint(path, formatted("its %s is \"%s\", which is no such number", std::string(key).c_str(), text.c_str()));
    }
}

LOCKSTEP_COLD inline void check_part(std::string const& path, safetensors const& content, std::string_view name,
                                     part_layout const& layout) {
    try {
        find_tensor(content.tensors, std::string(name), layout.type, layout.shape);
    } catch (std::runtime_error const& error) {
        refuse_checkpoint(path, error.what());
    }
}

}  // namespace detail

/// L models resumable if it is a learner that shows all that its next iterations depend on: for_each_part(visit) calls
/// visit(name, part) for numbers of the host and buffers of the device, always the same ones. For example `ppo`.
template <class L>
concept resumable = requires(L& learner) {
    typename L::environment;
    typename L::networks;
    typename L::policy_type;
    { L::name } -> std::convertible_to<std::string_view>;
    learner.config();
    learner.env();
    learner.device();
    learner.for_each_part(detail::any_part{});
};

/// Replaces the file at `path` with the learner, wholly or not at all: a program that is killed leaves this checkpoint or
/// the one before. The tables (io/csv.hpp) are brought to the disk first, so that none is shorter than the checkpoint even
/// after a power cut. Throws std::runtime_error, naming the file, if it cannot be written.
template <resumable Learner, class... Tables>
LOCKSTEP_COLD void save_checkpoint(std::string const& path, Learner& learner, Tables&... tables) {
    safetensors content{.metadata = detail::checkpoint_identity(learner)};
    detail::staging staged;
    learner.for_each_part([&]<class Part>(std::string_view name, Part& part) LOCKSTEP_COLD {
        if constexpr (std::is_arithmetic_v<Part>) {
            content.metadata[std::string(name)] = detail::show_option(part);
        } else {
            auto const layout = detail::part_layout::of(part);
            staged.resize(layout.lines());
            learner.device().copy(std::as_const(part), detail::elements_in(staged, part));
            learner.device().synchronize();
            detail::put_part(content, name, layout, staged);
        }
    });
    (tables.sync(), ...);
    save_safetensors(path, content);
}

/// Keeps a checkpoint that is at most some time old.
class periodic_checkpoint {
public:
    explicit periodic_checkpoint(std::string path, std::chrono::duration<double> interval = std::chrono::minutes(1))
        : path_(std::move(path)), interval_(interval) {}

    /// Saves the learner at first, and then whenever `interval` has passed, with its tables as save_checkpoint does.
    template <resumable Learner, class... Tables>
    void update(Learner& learner, Tables&... tables) {
        if (clock::now() - saved_at_ >= interval_) {
            save_checkpoint(path_, learner, tables...);
            saved_at_ = clock::now();
        }
    }

private:
    using clock = std::chrono::steady_clock;

    std::string path_;
    std::chrono::duration<double> interval_;
    clock::time_point saved_at_ = {};
};

/// Puts the learner where the one was that was saved at `path`. It must have been made with the same types, the same numbers
/// in its environment and, but for `steps`, the same configuration. Throws std::runtime_error, naming the path and what differs
/// or is missing; the learner is then as it was.
/// The numbers of an environment of one's own are its members, and theirs, if it is an aggregate without bases and anonymous
/// unions, of at most 24 members; with a for_each_member(environment, visit) as ppo_config has it, they are those that are
/// visited, by their names. What else an environment depends on, in private members, in bases or behind pointers, is not looked
/// at: the checkpoint's metadata then says so, as "environment.members" "not compared".
template <resumable Learner>
LOCKSTEP_COLD void load_checkpoint(std::string const& path, Learner& learner) {
    safetensors const content = load_safetensors(path);
    detail::check_identity(path, content, detail::checkpoint_identity(learner));
    std::size_t tensors = 0;
    learner.for_each_part([&]<class Part>(std::string_view name, Part& part) LOCKSTEP_COLD {
        if constexpr (std::is_arithmetic_v<Part>) {
            Part ignored;
            detail::read_number(path, content, name, ignored);
        } else {
            detail::check_part(path, content, name, detail::part_layout::of(part));
            ++tensors;
        }
    });
    if (tensors != content.tensors.size()) {
        detail::refuse_checkpoint(path, formatted("has %zu tensors, not %zu", content.tensors.size(), tensors));
    }

    detail::staging staged;
    learner.for_each_part([&]<class Part>(std::string_view name, Part& part) LOCKSTEP_COLD {
        if constexpr (std::is_arithmetic_v<Part>) {
            detail::read_number(path, content, name, part);
        } else {
            staged.resize(detail::part_layout::of(part).lines());
            detail::get_part(content, name, staged);
            auto const elements = detail::elements_in(staged, part);
            learner.device().copy(std::span<typename decltype(elements)::element_type const>(elements), part);
        }
    });
    learner.device().synchronize();
}

}  // namespace lockstep
