// SPDX-License-Identifier: MIT
// A learner in a file, to go on from as if it had never stopped: safetensors, with one tensor for each buffer of the
// device and the counters, the configuration and the types in the metadata.
//
//     format "lockstep.checkpoint.1"   learner "lockstep::ppo"   environment "lockstep::envs::half_cheetah"   networks ...
//     config.learning_rate "0.0007"    iteration "120"           parameters F32 [11021]   environments U8 [64, 1856] ...
#pragma once

#include <charconv>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/type_name.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/io/formatted.hpp>
#include <lockstep/io/safetensors.hpp>
#include <lockstep/io/tensor.hpp>
#include <lockstep/version.hpp>

namespace lockstep {

inline constexpr std::string_view checkpoint_format = "lockstep.checkpoint.1";

namespace detail {

inline std::string library_version() {
    return formatted("%d.%d.%d", LOCKSTEP_VERSION_MAJOR, LOCKSTEP_VERSION_MINOR, LOCKSTEP_VERSION_PATCH);
}

struct any_part {
    void operator()(std::string_view, auto&) const {}
};

/// A number in full: reading it gives the same bits.
template <class Number>
std::string number_text(Number value) {
    if constexpr (std::same_as<Number, bool>) {
        return value ? "true" : "false";
    } else {
        char text[32];
        return {text, std::to_chars(text, text + sizeof(text), value).ptr};
    }
}

/// What must be the same in the learner that goes on. `steps` may differ: a training may be made longer or shorter.
template <class Learner>
std::map<std::string, std::string> checkpoint_identity(Learner const& learner) {
    std::map<std::string, std::string> identity = {{"format", std::string(checkpoint_format)},
                                                   {"lockstep", library_version()},
                                                   {"learner", std::string(Learner::name)},
                                                   {"environment", std::string(type_name<typename Learner::environment>())},
                                                   {"networks", std::string(type_name<typename Learner::networks>())},
                                                   {"policy", std::string(Learner::policy_type::format)}};
    for_each_member(learner.config(), [&](std::string_view name, auto value) {
        if (name != "steps") {
            identity["config." + std::string(name)] = number_text(value);
        }
    });
    return identity;
}

template <class Buffer>
using element_of = std::remove_cvref_t<decltype(*std::declval<Buffer&>().data())>;

// A buffer as a tensor: floats as such, anything else as its bytes.
template <class T>
std::vector<std::size_t> checkpoint_shape(std::size_t count) {
    return std::same_as<T, float> ? std::vector{count} : std::vector{count, sizeof(T)};
}
template <class T>
inline constexpr std::string_view checkpoint_type = std::same_as<T, float> ? "F32" : "U8";

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
    learner.device();
    learner.for_each_part(detail::any_part{});
};

/// Replaces the file at `path` with the learner, wholly or not at all: a program that is killed leaves this checkpoint or
/// the one before. Throws std::runtime_error, naming it, if it cannot be written.
template <resumable Learner>
void save_checkpoint(std::string const& path, Learner& learner) {
    safetensors content{.metadata = detail::checkpoint_identity(learner)};
    learner.for_each_part([&]<class Part>(std::string_view name, Part& part) {
        std::string const key(name);
        if constexpr (std::is_arithmetic_v<Part>) {
            content.metadata[key] = detail::number_text(part);
        } else {
            using element = detail::element_of<Part>;
            tensor& to = content.tensors[key];
            to = {std::string(detail::checkpoint_type<element>), detail::checkpoint_shape<element>(part.size()), {}};
            std::vector<element> const values = to_host(learner.device(), part);
            to.bytes.assign(reinterpret_cast<char const*>(values.data()), values.size() * sizeof(element));
        }
    });
    save_safetensors(path, content);
}

/// Keeps a checkpoint that is at most some time old.
class periodic_checkpoint {
public:
    explicit periodic_checkpoint(std::string path, std::chrono::duration<double> interval = std::chrono::minutes(1))
        : path_(std::move(path)), interval_(interval) {}

    /// Saves the learner if `interval` has passed since this was made or has last saved. Throws as save_checkpoint.
    template <resumable Learner>
    void update(Learner& learner) {
        if (clock::now() - saved_at_ >= interval_) {
            save_checkpoint(path_, learner);
            saved_at_ = clock::now();
        }
    }

private:
    using clock = std::chrono::steady_clock;

    std::string path_;
    std::chrono::duration<double> interval_;
    clock::time_point saved_at_ = clock::now();
};

/// Puts the learner where the one was that was saved at `path`. It must have been made with the same types and, but for
/// `steps`, the same configuration. Throws std::runtime_error, naming the path and what differs or is missing; the
/// learner is then as it was.
template <resumable Learner>
void load_checkpoint(std::string const& path, Learner& learner) {
    safetensors const content = load_safetensors(path);
    auto const refuse = [&](std::string const& problem) {
        throw std::runtime_error(formatted("%s: %s", path.c_str(), problem.c_str()));
    };
    auto const metadata = [&](std::string const& key) -> std::string const& {
        auto const found = content.metadata.find(key);
        if (found == content.metadata.end()) {
            refuse(formatted("is not a checkpoint of this learner: its %s is missing", key.c_str()));
        }
        return found->second;
    };
    auto const expect = [&](std::string const& key, std::string const& value) {
        if (std::string const& saved = metadata(key); saved != value) {
            refuse(formatted("is a checkpoint of another training: its %s is \"%s\", not \"%s\"", key.c_str(), saved.c_str(),
                             value.c_str()));
        }
    };
    auto const identity = detail::checkpoint_identity(learner);
    for (char const* key : {"format", "lockstep", "learner", "environment", "policy", "networks"}) {
        expect(key, identity.at(key));  // the coarse differences first: they explain the finer ones
    }
    for (auto const& [key, value] : identity) {
        expect(key, value);
    }

    auto const number = [&]<class Number>(std::string const& key, Number& to) {
        std::string const& text = metadata(key);
        auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
        if (error != std::errc{} || end != text.data() + text.size()) {
            refuse(formatted("its %s is \"%s\", which is no such number", key.c_str(), text.c_str()));
        }
    };
    std::size_t tensors = 0;
    learner.for_each_part([&]<class Part>(std::string_view name, Part& part) {
        std::string const key(name);
        if constexpr (std::is_arithmetic_v<Part>) {
            Part ignored;
            number(key, ignored);
        } else {
            using element = detail::element_of<Part>;
            try {
                find_tensor(content.tensors, key, detail::checkpoint_type<element>, detail::checkpoint_shape<element>(part.size()));
            } catch (std::runtime_error const& error) {
                refuse(error.what());
            }
            ++tensors;
        }
    });
    if (tensors != content.tensors.size()) {
        refuse(formatted("has %zu tensors, not %zu", content.tensors.size(), tensors));
    }

    learner.for_each_part([&]<class Part>(std::string_view name, Part& part) {
        std::string const key(name);
        if constexpr (std::is_arithmetic_v<Part>) {
            number(key, part);
        } else {
            using element = detail::element_of<Part>;
            std::string const& bytes = content.tensors.at(key).bytes;
            std::vector<element> values(part.size());
            std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
            learner.device().copy(std::span<element const>(values), part);
        }
    });
    learner.device().synchronize();
}

}  // namespace lockstep
