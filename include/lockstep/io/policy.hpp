// SPDX-License-Identifier: MIT
// A policy in a file: safetensors, with the shapes that PyTorch's linear layers have, so that other programs can read it.
//
// The metadata name the environment ("environment"), what the policy draws from ("format") and its activation.
//
//     actor.0.weight [64, 17]   actor.0.bias [64]   ...   log_deviation [6]   observation.mean [17]   observation.scale [17]
//
// A layer that is normalised has actor.0.norm.weight and actor.0.norm.bias too. The actor of a squashed policy has twice as
// many outputs; only a Gaussian policy (PPO) has log_deviation. A recurrent actor has its units before layer 0, with rows in
// the order of PyTorch's GRU (reset, update, candidate):
//
//     actor.gru.input.weight [192, 17]   actor.gru.input.bias [192]   actor.gru.memory.weight [192, 64]   ...
//
// An actor that looks at an image has its convolutions before layer 0, with the shapes of PyTorch's, and what comes out of the
// last is given to layer 0 row by row, in a row pixel by pixel, in a pixel filter by filter:
//
//     actor.convolution.0.weight [16, 1, 3, 3]   actor.convolution.0.bias [16]   ...
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/envs/environment_name.hpp>
#include <lockstep/io/formatted.hpp>
#include <lockstep/io/safetensors.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace lockstep {

namespace detail {

/// Calls visit(name, shape, values) for the tensors of a policy; what `visit` writes to the values is taken over.
template <class Policy, class Visit>
LOCKSTEP_COLD void for_each_tensor(Policy& policy, Visit visit) {
    using actor = typename Policy::actor;
    auto const affine = [&](std::string const& name, std::vector<std::size_t> const& shape, std::size_t inputs,
                            auto place) LOCKSTEP_COLD {
        std::size_t const outputs = shape[0];
        std::vector<float> weight(outputs * inputs);
        std::vector<float> bias(outputs);
        auto const exchange = [&](bool read) {
            auto const move = [read](float& parameter, float& value) { (read ? value : parameter) = read ? parameter : value; };
            for (std::size_t o = 0; o < outputs; ++o) {
                for (std::size_t i = 0; i < inputs; ++i) {
                    move(policy.parameters[place(o, i)], weight[o * inputs + i]);
                }
                move(policy.parameters[place(o, inputs)], bias[o]);
            }
        };
        exchange(true);
        visit(name + ".weight", shape, std::span(weight));
        visit(name + ".bias", std::vector{outputs}, std::span(bias));
        exchange(false);
    };
    auto const linear = [&](std::string const& name, std::size_t outputs, std::size_t inputs, auto place) {
        affine(name, {outputs, inputs}, inputs, place);
    };
    if constexpr (convolutional<actor>) {
        [&]<std::size_t... L>(std::index_sequence<L...>) {
            auto const save_layer = [&]<class Layer>(Layer, std::size_t l) {
                constexpr std::size_t size = Layer::kernel.size, channels = Layer::image.channels;
                affine(formatted("actor.convolution.%zu", l), {Layer::kernel.count, channels, size, size}, Layer::patch,
                       [=](std::size_t filter, std::size_t i) {
                    std::size_t const at = i < Layer::patch ? Layer::weight(filter, i / size % size, i % size, i / size / size)
                                                            : Layer::bias(filter);
                    return actor::convolution_begin(l) + at;
                });
            };
            (save_layer(typename actor::template convolution<L>(), L), ...);
        }(std::make_index_sequence<actor::convolution_count>());
    }
    if constexpr (recurrent<actor>) {
        using gru = typename actor::gru;
        constexpr std::array order = {gru_gate::reset, gru_gate::update, gru_gate::candidate};
        auto const at = [&](auto weight) {
            return [weight, &order](std::size_t o, std::size_t i) {
                return actor::gru_begin + weight(order[o / gru::units], o % gru::units, i);
            };
        };
        linear("actor.gru.input", 3 * gru::units, gru::input_size, at(gru::input_weight));
        linear("actor.gru.memory", 3 * gru::units, gru::units, at(gru::memory_weight));
    }
    for (std::size_t l = 0; l <= actor::hidden_layers; ++l) {
        // The biases lie behind the inputs as the network counts them, with padding.
        std::size_t const inputs = actor::layer_inputs(l);
        linear(formatted("actor.%zu", l), actor::layer_outputs(l), inputs,
               [=](std::size_t o, std::size_t i) { return i < inputs ? actor::weight(l, o, i) : actor::bias(l, o); });
        if constexpr (actor::normalizes) {
            if (l < actor::hidden_layers) {
                std::span<float> const all = policy.parameters;
                std::size_t const outputs = actor::layer_outputs(l);
                visit(formatted("actor.%zu.norm.weight", l), std::vector{outputs}, all.subspan(actor::gains(l), outputs));
                visit(formatted("actor.%zu.norm.bias", l), std::vector{outputs}, all.subspan(actor::shifts(l), outputs));
            }
        }
    }
    if constexpr (requires { requires Policy::networks::actions::log_deviations > 0; }) {
        visit("log_deviation", std::vector{Policy::action_size},
              std::span(policy.parameters).subspan(Policy::networks::log_deviation, Policy::action_size));
    }
    visit("observation.mean", std::vector{Policy::observation_size}, std::span(policy.normalization.mean));
    visit("observation.scale", std::vector{Policy::observation_size}, std::span(policy.normalization.scale));
}

}  // namespace detail

/// What a policy's file holds; to_bytes makes the file of it.
template <trained_policy Policy>
LOCKSTEP_COLD safetensors to_safetensors(Policy policy) {
    safetensors content;
    content.metadata["environment"] = environment_name<typename Policy::environment>();
    content.metadata["format"] = Policy::format;
    content.metadata["activation"] = Policy::actor::activation::name;
    auto const put = [&](std::string const& name, std::vector<std::size_t> const& shape, std::span<float> values) LOCKSTEP_COLD {
        content.tensors[name] = make_tensor<float>(shape, values);
    };
    detail::for_each_tensor(policy, put);
    return content;
}

/// Replaces the file at `path` by the policy, wholly or not at all. Throws std::runtime_error, naming it, if it cannot
/// be written.
template <trained_policy Policy>
LOCKSTEP_COLD void save(std::string const& path, Policy const& policy) {
    save_safetensors(path, to_safetensors(policy));
}

/// Whether a policy may act in an environment other than the one that its file names.
enum class trained_in { same_environment, any_environment };

/// The policy in the file at `path`. Throws std::runtime_error, naming the path and what is wrong, if there is none, or
/// not one with these networks, or one of another environment (environment_name) unless `where` allows any. A file that names
/// no environment, as older files do, is accepted.
template <trained_policy Policy>
LOCKSTEP_COLD Policy load(std::string const& path, trained_in where = trained_in::same_environment) {
    safetensors const content = load_safetensors(path);
    Policy policy;
    try {
        std::string const environment(environment_name<typename Policy::environment>());
        auto const named = content.metadata.find("environment");
        if (where == trained_in::same_environment && named != content.metadata.end() && named->second != environment) {
            throw std::runtime_error(formatted("is a policy for the environment \"%s\", not for \"%s\"", named->second.c_str(),
                                               environment.c_str()));
        }
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
        expect("activation", std::string(Policy::actor::activation::name));
        std::size_t known = 0;
        auto const take = [&](std::string const& name, std::vector<std::size_t> const& shape,
                              std::span<float> values) LOCKSTEP_COLD {
            read_tensor(content.tensors, name, shape, values);
            if (!std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); })) {
                throw std::runtime_error(formatted("tensor \"%s\" has a NaN or an infinity", name.c_str()));
            }
            ++known;
        };
        detail::for_each_tensor(policy, take);
        if (known != content.tensors.size()) {
            throw std::runtime_error(formatted("has %zu tensors, not %zu", content.tensors.size(), known));
        }
    } catch (std::runtime_error const& error) {
        throw std::runtime_error(formatted("%s: %s", path.c_str(), error.what()));
    }
    return policy;
}

}  // namespace lockstep
