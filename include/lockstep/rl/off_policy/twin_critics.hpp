// SPDX-License-Identifier: MIT
// The networks of an off-policy learner and where their parameters lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <type_traits>

#include <lockstep/nn/features.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>
#include <lockstep/rl/off_policy/scalar_values.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

namespace lockstep {

namespace detail {
template <class Layers>
inline constexpr bool is_recurrent = false;
template <std::size_t Units, class Activation, std::size_t... Widths>
inline constexpr bool is_recurrent<recurrent_layers<Units, Activation, Widths...>> = true;

template <class Layers>
inline constexpr bool is_renormalizable = true;
template <class Activation, std::size_t... Widths>
inline constexpr bool is_renormalizable<hidden_layers<batch_renorm<Activation>, Widths...>> = renormalizable<Activation>;

/// Hidden, if sac and td3 take such layers. Otherwise other layers stand in for it, so that the sentence of checked_networks
/// (rl/policy/checked_networks.hpp) is the only error.
template <class Hidden, bool have_networks>
using replaying_layers = std::conditional_t<have_networks && !is_recurrent<Hidden>, Hidden, hidden_layers<relu_activation, 16>>;
}  // namespace detail

/// An actor (observation -> Outputs numbers) and two critics (observation, action -> value). The smaller of both critics' values
/// counts (Fujimoto et al. 2018, section 4). All parameters lie in one array: actor, critic 0, critic 1. The target networks lie
/// in another: target 0, target 1. Critics with batch renormalisation have no target networks: CrossQ (Bhatt et al. 2024).
template <class Env, class Hidden, std::size_t Outputs, class T = float, class Critic = Hidden, class Values = scalar_values>
struct twin_critics {
    using number = T;
    using world = world_t<T>;
    static constexpr std::size_t observation_size = Env::observation_size;
    static constexpr std::size_t action_size = Env::action_size;

    static constexpr std::size_t pair_size = observation_size + action_size;
    static constexpr bool has_actor = detail::has_network<layers_of<Hidden, Env>, observation_size, Outputs, T>;
    static constexpr bool has_critic = detail::has_network<layers_of<Critic, Env>, pair_size, Values::outputs, T>;
    static constexpr bool is_recurrent = detail::is_recurrent<Hidden> || detail::is_recurrent<Critic>;
    static constexpr bool is_renormalizable = detail::is_renormalizable<Hidden> && detail::is_renormalizable<Critic>;
    using actor_layers = detail::replaying_layers<Hidden, has_actor && has_critic>;
    using critic_layers = detail::replaying_layers<Critic, has_actor && has_critic>;
    using actor = typename layers_of<actor_layers, Env>::template network<observation_size, Outputs, T>;
    using values = Values;
    using critic = typename layers_of<critic_layers, Env>::template network<pair_size, Values::outputs, T>;
    static constexpr bool has_targets = !renormalized_network<critic>;
    static constexpr bool has_support = Values::outputs > 1;
    static constexpr bool renormalizes_actor_only = has_targets && renormalized_network<actor>;

    template <class Index>
    static constexpr auto critic_begin(Index const& i) {
        return actor::parameter_count + i * critic::parameter_count;
    }
    template <class Index>
    static constexpr auto critic_transposed(Index const& i) {
        return actor::transposed_count + i * critic::transposed_count;
    }
    static constexpr std::size_t parameter_count = critic_begin(2);
    /// Returns where the transposed weights of target network i begin. Only a network with many outputs, a categorical critic,
    /// needs them for its forward pass.
    template <class Index>
    static constexpr auto target_transposed(Index const& i) {
        return critic_transposed(2 + i);
    }
    static constexpr bool transposes_targets = has_targets && has_support;
    static constexpr std::size_t transposed_count = transposes_targets ? target_transposed(2) : critic_transposed(2);
    static constexpr std::size_t target_count = has_targets ? 2 * critic::parameter_count : 0;

    /// Returns where the batch of critic i begins in `batches`, if the critic is trained on a whole batch at a time: the sampled
    /// pairs, then the next pairs. critic_batch(2) is where the actor's batch begins.
    template <class Index>
    static constexpr Index critic_batch(Index const& i, std::size_t samples) {
        return i * (has_targets ? 0 : batch_numbers<critic>(2 * samples));
    }
    static constexpr std::size_t batches_size(std::size_t samples) {
        return critic_batch(std::size_t(2), samples) + batch_numbers<actor>(samples);
    }

    /// Initialises `parameters`, [parameter_count]: orthogonal weights and zero biases. The gain is sqrt(2) in the hidden layers,
    /// 0.01 for the actor's outputs, 1 for those of the critics.
    static void initialize(std::span<scalar_t<T>> parameters, std::uint64_t seed) {
        actor::initialize(seed * 3, std::numbers::sqrt2, 0.01, parameters.data());
        for (std::size_t i = 0; i < 2; ++i) {
            critic::initialize(seed * 3 + 1 + i, std::numbers::sqrt2, 1.0, parameters.data() + critic_begin(i));
        }
    }

    static void transpose_weights(pointer_t<T const> parameters, pointer_t<T> transposed_weights) {
        actor::transpose_weights(parameters, transposed_weights);
        for (std::size_t i = 0; i < 2; ++i) {
            critic::transpose_weights(parameters + critic_begin(i), transposed_weights + critic_transposed(i));
        }
    }

    /// Transposes the weights, and copies the critics to their target networks. Call it before the first update.
    static void begin(pointer_t<T const> parameters, pointer_t<T> transposed_weights, pointer_t<T> targets) {
        transpose_weights(parameters, transposed_weights);
        if constexpr (has_targets) {
            copy_packs<T>(parameters + critic_begin(0), targets, 2 * critic::parameter_count);
            world::barrier();
            transpose_target(0, targets, transposed_weights);
            transpose_target(1, targets, transposed_weights);
        }
    }
    static void transpose_target([[maybe_unused]] index_t<T> const& i, [[maybe_unused]] pointer_t<T const> targets,
                                 [[maybe_unused]] pointer_t<T> transposed_weights) {
        if constexpr (transposes_targets) {
            critic::transpose_weights(targets + i * critic::parameter_count, transposed_weights + target_transposed(i));
        }
    }

private:
    template <class Network>
    static constexpr std::size_t batch_numbers(std::size_t samples) {
        if constexpr (renormalized_network<Network>) {
            return Network::batch::numbers_for(samples);
        } else {
            return 0;
        }
    }
};

}  // namespace lockstep
