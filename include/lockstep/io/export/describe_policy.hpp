// SPDX-License-Identifier: MIT
// Converts a policy to the layers that are exported. It reads the tensors of the policy's file (io/policy.hpp). For a test of the
// printed policy, it adds some observations and the actions that the library computes for them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/image_shape.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/concept/environment_name.hpp>
#include <lockstep/io/export/layers.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/network.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>

namespace lockstep {

/// What an export needs to know and the policy's file does not state.
struct exported_surroundings {
    std::size_t action_size;
    double action_low, action_high;
    image_shape image = {0, 0, 0};          ///< the input of the first convolution
    std::vector<std::size_t> strides = {};  ///< of the convolutions
};

namespace detail {

/// A reader of a policy's tensors. It remembers which tensors it has read.
class policy_reader {
public:
    explicit policy_reader(safetensors const& content) : content_(content) {}

    bool has(std::string const& name) const { return content_.tensors.contains(name); }

    std::string text(std::string const& key) const {
        auto const found = content_.metadata.find(key);
        if (found == content_.metadata.end()) {
            throw std::runtime_error(formatted("is not a policy: its %s is missing", key.c_str()));
        }
        return found->second;
    }

    /// Returns the shape of a tensor. Throws std::runtime_error if there is no tensor of that name, or if its shape does not have
    /// `extents` extents.
    std::vector<std::size_t> shape(std::string const& name, std::size_t extents) const {
        if (!has(name)) {
            refuse_missing_tensor(name);
        }
        auto const& shape = content_.tensors.at(name).shape;
        if (shape.size() != extents) {
            throw std::runtime_error(formatted("tensor \"%s\" has the shape %s of %zu extents, not of %zu", name.c_str(),
                                               shape_text(shape).c_str(), shape.size(), extents));
        }
        return shape;
    }

    /// Returns the numbers of a tensor. Throws std::runtime_error if there is no tensor of floats with this name and shape, or if
    /// a number is not finite.
    std::vector<float> values(std::string const& name, std::vector<std::size_t> const& shape) {
        std::vector<float> values(element_count(shape));
        read_tensor<float>(content_.tensors, name, shape, values);
        if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); })) {
            throw std::runtime_error(formatted("tensor \"%s\" has a NaN or an infinity", name.c_str()));
        }
        known_.insert(name);
        return values;
    }

    void ignore(std::string const& name) { known_.insert(name); }

    /// Throws std::runtime_error if the file has a tensor that was neither read nor ignored. The error names the tensor.
    void require_all_read() const {
        for (auto const& [name, tensor] : content_.tensors) {
            if (!known_.contains(name)) {
                throw std::runtime_error(formatted("tensor \"%s\" is of a layer that cannot be exported", name.c_str()));
            }
        }
    }

private:
    safetensors const& content_;
    std::set<std::string> known_;
};

}  // namespace detail

/// Returns the layers of the policy in a file. Throws std::runtime_error if a tensor is missing, has a number that is not finite
/// or belongs to no known layer, if the activation is none of nn/activation.hpp, or if the format is not known.
LOCKSTEP_COLD inline exported_policy describe_policy(safetensors const& content, exported_surroundings const& surroundings) {
    detail::policy_reader read(content);
    std::string const environment(readable_environment(read.text("environment")));
    exported_policy policy{.environment = environment,
                           .name = exported_name(environment),
                           .observation_size = 0,
                           .action_size = surroundings.action_size};

    std::string activation = read.text("activation");
    constexpr std::string_view prefix = "layer_norm ";
    bool const normalizes = activation.starts_with(prefix);
    activation.erase(0, normalizes ? prefix.size() : 0);
    constexpr std::array<std::string_view, 6> known = {"identity", "tanh", "relu", "elu", "silu", "gelu_tanh"};
    if (std::ranges::find(known, activation) == known.end()) {
        throw std::runtime_error(formatted("its activation \"%s\" cannot be exported", activation.c_str()));
    }

    std::size_t count = policy.observation_size = read.shape("observation.mean", 1)[0];
    policy.layers.emplace_back(
        exported_normalization{read.values("observation.mean", {count}), read.values("observation.scale", {count})});

    image_shape image = surroundings.image;
    for (std::size_t l = 0; l < surroundings.strides.size(); ++l) {
        std::string const name = formatted("actor.convolution.%zu.", l);
        auto const shape = read.shape(name + "weight", 4);
        filters const kernel{.count = shape[0], .size = shape[2], .stride = surroundings.strides[l]};
        image_shape const to = kernel.over(image);
        std::size_t const rest = count - image.size();
        policy.layers.emplace_back(
            exported_convolution{image, to, kernel.size, kernel.stride, rest,
                                 read.values(name + "weight", {kernel.count, image.channels, kernel.size, kernel.size}),
                                 read.values(name + "bias", {kernel.count}), activation});
        count = to.size() + rest;
        image = to;
    }
    if (std::string const name = "actor.gru."; read.has(name + "input.weight")) {
        std::size_t const units = policy.memory_size = read.shape(name + "memory.weight", 2)[1];
        policy.layers.emplace_back(exported_recurrence{
            count, units, read.values(name + "input.weight", {3 * units, count}), read.values(name + "input.bias", {3 * units}),
            read.values(name + "memory.weight", {3 * units, units}), read.values(name + "memory.bias", {3 * units})});
        count = units;
    }
    auto const layer_name = [](std::size_t l) { return formatted("actor.%zu.", l); };
    for (std::size_t l = 0; l == 0 || read.has(layer_name(l) + "weight"); ++l) {
        std::string const name = layer_name(l);
        bool const is_last = !read.has(layer_name(l + 1) + "weight");
        std::size_t const units = read.shape(name + "bias", 1)[0];
        exported_dense layer{.inputs = count,
                             .weight = read.values(name + "weight", {units, count}),
                             .bias = read.values(name + "bias", {units}),
                             .gain = {},
                             .shift = {},
                             .activation = is_last ? std::string("identity") : activation};
        if (normalizes && !is_last) {
            layer.gain = read.values(name + "norm.weight", {units});
            layer.shift = read.values(name + "norm.bias", {units});
        }
        policy.layers.emplace_back(std::move(layer));
        count = units;
    }

    using choice = exported_action::choice;
    constexpr std::array<std::pair<std::string_view, choice>, 5> formats = {
        {{"lockstep.policy.1", choice::clipped},
         {"lockstep.clipped_policy.1", choice::clipped},
         {"lockstep.squashed_policy.1", choice::squashed},
         {"lockstep.deterministic_policy.1", choice::squashed},
         {"lockstep.categorical_policy.1", choice::index}}};
    std::string const format = read.text("format");
    auto const found = std::ranges::find(formats, format, [](auto const& entry) { return entry.first; });
    if (found == formats.end()) {
        throw std::runtime_error(formatted("its format \"%s\" cannot be exported", format.c_str()));
    }
    policy.layers.emplace_back(exported_action{.how = found->second,
                                               .inputs = count,
                                               .size = surroundings.action_size,
                                               .centre = 0.5 * (surroundings.action_high + surroundings.action_low),
                                               .reach = 0.5 * (surroundings.action_high - surroundings.action_low)});
    read.ignore("log_deviation");
    read.require_all_read();
    return policy;
}

namespace detail {

/// Adds to `to` random observations, up to two standard deviations from their mean, and the policy's actions for them.
template <class Policy>
LOCKSTEP_COLD void add_tests(Policy const& policy, exported_policy& to) {
    constexpr std::size_t steps = 8;
    random<float> draws(1, 0u, 0u);
    [[maybe_unused]] std::array<float, memory_size<typename Policy::actor>> memory{};
    for (std::size_t step = 0; step < steps; ++step) {
        vector<float, Policy::observation_size> observation;
        for (std::size_t i = 0; i < observation.size(); ++i) {
            float const away = draws.uniform(-2.0f, 2.0f), scale = policy.normalization.scale[i];
            observation[i] = policy.normalization.mean[i] + (scale > 0 ? away / scale : away);
        }
        vector<float, Policy::action_size> chosen;
        if constexpr (memory_size < typename Policy::actor >> 0) {
            chosen = policy.mean_action(observation, memory);
        } else {
            chosen = policy.mean_action(observation);
        }
        auto const action = within_bounds<typename Policy::environment>(chosen);
        to.tested_observations.emplace_back(observation.begin(), observation.end());
        to.tested_actions.emplace_back(action.begin(), action.end());
    }
}

}  // namespace detail

/// Returns the layers of a policy, with some observations and the library's actions for them. Throws std::runtime_error if a
/// layer cannot be exported, or if the policy does not have as many parameters as its network.
template <trained_policy Policy>
LOCKSTEP_COLD exported_policy describe_policy(Policy const& policy) {
    using env = typename Policy::environment;
    using actor = typename Policy::actor;
    if (std::size_t const expected = Policy().parameters.size(); policy.parameters.size() != expected) {
        throw std::runtime_error(
            formatted("the policy has %zu parameters, but its network has %zu", policy.parameters.size(), expected));
    }
    exported_surroundings surroundings{
        .action_size = Policy::action_size, .action_low = action_low<env>, .action_high = action_high<env>};
    if constexpr (convolutional<actor>) {
        surroundings.image = actor::template convolution<0>::image;
        [&]<std::size_t... L>(std::index_sequence<L...>) {
            surroundings.strides = {actor::template convolution<L>::kernel.stride...};
        }
        (std::make_index_sequence<actor::convolution_count>());
    }
    exported_policy result = describe_policy(to_safetensors(policy), surroundings);
    detail::add_tests(policy, result);
    return result;
}

}  // namespace lockstep
