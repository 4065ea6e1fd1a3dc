// SPDX-License-Identifier: MIT
// A policy in a file: safetensors, with the shapes that PyTorch's linear layers have, so that other programs can read it.
//
// The metadata name the environment ("environment"), the bounds of its actions ("action_low", "action_high"; for discrete actions
// the first and the last index), the distribution of the policy's actions ("format") and the activation ("activation"). They also
// have checksums (io/storage/tensor_checksums.hpp). A program that changes a file must leave out all keys that begin with "crc32",
// or call add_checksums().
//
//     actor.0.weight [64, 17]   actor.0.bias [64]   ...   log_deviation [6]   observation.mean [17]   observation.scale [17]
//
// A normalised layer also has actor.0.norm.weight and actor.0.norm.bias. The actor of a squashed policy has twice as many
// outputs. Only a Gaussian policy (PPO) has log_deviation. A recurrent actor has its units before layer 0, with rows in the order
// of PyTorch's GRU (reset, update, candidate):
//
//     actor.gru.input.weight [192, 17]   actor.gru.input.bias [192]   actor.gru.memory.weight [192, 64]   ...
//
// An actor for images has its convolutions before layer 0, with the shapes that PyTorch's convolutions have. The inputs of layer
// 0 are the output of the last convolution, [row][column][filter]:
//
//     actor.convolution.0.weight [16, 1, 3, 3]   actor.convolution.0.bias [16]   ...
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/concept/environment_name.hpp>
#include <lockstep/io/safetensors.hpp>
#include <lockstep/io/storage/file_suffix.hpp>
#include <lockstep/io/text/show_number.hpp>
#include <lockstep/nn/network.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace lockstep {

namespace detail {

using visit_tensor = std::function<void(std::string const& name, std::vector<std::size_t> const& shape, std::span<float> values)>;

// This class is no template, and neither is visit_tensor. So a program compiles the code that visits a layer once, and not for
// each of its policies.
struct actor_tensors {
    std::span<float> parameters;
    visit_tensor const& visit;

    template <class Place>
    LOCKSTEP_COLD void operator()(std::string const& name, std::vector<std::size_t> const& shape, Place place) const {
        std::vector<float> values(element_count(shape));
        for (std::size_t k = 0; k < values.size(); ++k) {
            values[k] = parameters[place(k)];
        }
        visit("actor." + name, shape, std::span(values));
        for (std::size_t k = 0; k < values.size(); ++k) {
            parameters[place(k)] = values[k];
        }
    }
};

/// Calls visit(name, shape, values) for the tensors of a policy. If `visit` changes the values, the policy gets the new ones.
template <class Policy>
LOCKSTEP_COLD void for_each_tensor(Policy& policy, visit_tensor const& visit) {
    Policy::actor::for_each_tensor(actor_tensors{policy.parameters, visit});
    if constexpr (requires { requires Policy::networks::actions::log_deviations > 0; }) {
        visit("log_deviation", std::vector{Policy::action_size},
              std::span(policy.parameters).subspan(Policy::networks::log_deviation, Policy::action_size));
    }
    visit("observation.mean", std::vector{Policy::observation_size}, std::span(policy.normalization.mean));
    visit("observation.scale", std::vector{Policy::observation_size}, std::span(policy.normalization.scale));
}

inline visit_tensor put_tensors(safetensors& to) {
    return [&to](std::string const& name, std::vector<std::size_t> const& shape, std::span<float> values) LOCKSTEP_COLD {
        to.tensors[name] = make_tensor<float>(shape, values);
    };
}
/// Returns a function that reads each tensor from `from` and counts the tensors in `count`. It throws std::runtime_error if the
/// tensor is missing, has another type or shape, or has a number that is not finite.
inline visit_tensor take_tensors(safetensors const& from, std::size_t& count) {
    return [&from, &count](std::string const& name, std::vector<std::size_t> const& shape,
                           std::span<float> values) LOCKSTEP_COLD {
        read_tensor(from.tensors, name, shape, values);
        if (!std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); })) {
            throw std::runtime_error(formatted("tensor \"%s\" has a NaN or an infinity", name.c_str()));
        }
        ++count;
    };
}

}  // namespace detail

/// Returns the content of a policy's file; to_bytes turns it into the bytes of the file.
template <trained_policy Policy>
LOCKSTEP_COLD safetensors to_safetensors(Policy policy) {
    safetensors content;
    content.metadata["environment"] = environment_name<typename Policy::environment>();
    content.metadata["action_low"] = show_number(action_low<typename Policy::environment>);
    content.metadata["action_high"] = show_number(action_high<typename Policy::environment>);
    content.metadata["format"] = Policy::format;
    content.metadata["activation"] = Policy::actor::activation::name;
    detail::for_each_tensor(policy, detail::put_tensors(content));
    add_checksums(content);
    return content;
}

/// Replaces the file at `path` by the policy, wholly or not at all. Throws std::invalid_argument if `path` has another format's
/// suffix (check_suffix), and std::runtime_error, naming the file, if it cannot be written.
template <trained_policy Policy>
LOCKSTEP_COLD void save(std::string const& path, Policy const& policy) {
    save_safetensors(check_suffix(path, ".policy"), to_safetensors(policy));
}

void save(std::string const& path, has_policy auto const&) = delete;  // save(path, learner.policy())

/// Whether a policy may act in an environment other than the one that its file names.
enum class trained_in { same_environment, any_environment };

/// Returns the policy in the file at `path`. Throws std::runtime_error, naming the path and what is wrong, if there is no policy,
/// if the policy has another format or other networks, if a number is not finite, if a number or a text has changed since it was
/// saved, or if the policy is for another environment (environment_name) and `where` is same_environment. A file that names no
/// environment or has no checksums, as older files do, is accepted.
template <trained_policy Policy>
LOCKSTEP_COLD Policy load(std::string const& path, trained_in where = trained_in::same_environment) {
    safetensors const content = load_safetensors(path);
    Policy policy;
    try {
        check_checksums(content);
        auto const expect = [&](std::string const& key, std::string const& value) {
            auto const found = content.metadata.find(key);
            if (found == content.metadata.end()) {
                throw std::runtime_error(formatted("is not such a policy: its %s is missing", key.c_str()));
            }
            if (found->second != value) {
                throw std::runtime_error(formatted("is not such a policy: its %s is \"%s\", not \"%s\"", key.c_str(),
                                                   found->second.c_str(), value.c_str()));
            }
        };
        expect("format", std::string(Policy::format));
        std::string const environment(environment_name<typename Policy::environment>());
        auto const named = content.metadata.find("environment");
        if (where == trained_in::same_environment && named != content.metadata.end() && named->second != environment) {
            auto const shown = [](std::string_view name) { return std::string(readable_environment(name)); };
            throw std::runtime_error(formatted("is a policy for the environment \"%s\", not for \"%s\"",
                                               shown(named->second).c_str(), shown(environment).c_str()));
        }
        expect("activation", std::string(Policy::actor::activation::name));
        std::size_t known = 0;
        detail::for_each_tensor(policy, detail::take_tensors(content, known));
        if (known != content.tensors.size()) {
            throw std::runtime_error(formatted("has %zu tensors, not %zu", content.tensors.size(), known));
        }
    } catch (std::runtime_error const& error) {
        throw std::runtime_error(formatted("%s: %s", path.c_str(), error.what()));
    }
    return policy;
}

template <has_policy Learner>
void load(std::string const& path, auto...) = delete;  // load<Learner::policy_type>(path)

}  // namespace lockstep
