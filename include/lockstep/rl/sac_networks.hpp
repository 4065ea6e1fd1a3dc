// SPDX-License-Identifier: MIT
// The networks of soft actor-critic and where their parameters lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>

#include <lockstep/core/lanes.hpp>
#include <lockstep/nn/mlp.hpp>
#include <lockstep/nn/squashed_gaussian.hpp>
#include <lockstep/rl/actor_critic.hpp>

namespace lockstep {

template <class Env, class Hidden>
struct sac_networks;

/// An actor (observation -> mean and log deviation of each component of the action before it is squashed) and two critics
/// (observation, action -> value). Everything lies in one array of floats: actor, critic 0, critic 1; the targets of the
/// critics in another: target 0, target 1.
template <class Env, class Activation, std::size_t... Widths>
struct sac_networks<Env, hidden_layers<Activation, Widths...>> {
    static constexpr std::size_t observation_size = Env::observation_size;
    static constexpr std::size_t action_size = Env::action_size;

    using actor = mlp<Activation, observation_size, 2 * action_size, Widths...>;
    using critic = mlp<Activation, observation_size + action_size, 1, Widths...>;

    static constexpr std::size_t critic_begin(std::size_t i) { return actor::parameter_count + i * critic::parameter_count; }
    static constexpr std::size_t critic_derived(std::size_t i) { return actor::derived_count + i * critic::derived_count; }
    static constexpr std::size_t parameter_count = critic_begin(2);
    static constexpr std::size_t derived_count = critic_derived(2);

    /// What the logarithm of a deviation is held within; its gradient is zero outside.
    static constexpr float least_log_deviation = -20, greatest_log_deviation = 2;

    /// Orthogonal weights, zero biases: gain sqrt(2) in the hidden layers, 0.01 for the actor's outputs, 1 for values.
    static void initialize(std::span<float> parameters, std::uint64_t seed) {
        actor::initialize(seed * 3, std::numbers::sqrt2, 0.01, parameters.data());
        for (std::size_t i = 0; i < 2; ++i) {
            critic::initialize(seed * 3 + 1 + i, std::numbers::sqrt2, 1.0, parameters.data() + critic_begin(i));
        }
    }

    static void derive(float const* parameters, float* derived) {
        actor::derive(parameters, derived);
        for (std::size_t i = 0; i < 2; ++i) {
            critic::derive(parameters + critic_begin(i), derived + critic_derived(i));
        }
    }

    /// The policy that the actor's outputs stand for: a row of them, features `stride` floats apart.
    static squashed_gaussian<native_lanes, action_size> distribution(float const* outputs, std::size_t stride) {
        squashed_gaussian<native_lanes, action_size> result;
        for (std::size_t i = 0; i < action_size; ++i) {
            result.mean[i] = native_lanes::load(outputs + i * stride);
            result.log_deviation[i] = clamp(native_lanes::load(outputs + (action_size + i) * stride),
                                            native_lanes(least_log_deviation), native_lanes(greatest_log_deviation));
        }
        return result;
    }
};

}  // namespace lockstep
