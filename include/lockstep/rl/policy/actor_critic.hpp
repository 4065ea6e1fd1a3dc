// SPDX-License-Identifier: MIT
// The two networks of an on-policy learner, and the layout of their parameters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <type_traits>

#include <lockstep/core/holds.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/envs/concept/agents.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/mlp.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>
#include <lockstep/nn/renormalized/batch_renorm.hpp>
#include <lockstep/nn/renormalized/mlp.hpp>
#include <lockstep/rl/policy/categorical_actions.hpp>
#include <lockstep/rl/policy/gaussian_actions.hpp>

namespace lockstep {

/// The hidden layers of a network: their activation and widths. PPO was published with `hidden_layers<tanh_activation, 64, 64>`.
template <class Activation, std::size_t... Widths>
    requires(sizeof...(Widths) > 0)
struct hidden_layers {
    using inference_layers = hidden_layers;  ///< the layers of the inference_network
    template <std::size_t In, std::size_t Out, class T = float>
    using network = basic_mlp<T, Activation, In, Out, Widths...>;
};
template <class Activation, std::size_t... Widths>
struct hidden_layers<batch_renorm<Activation>, Widths...> {
    using inference_layers = hidden_layers<Activation, Widths...>;
    template <std::size_t In, std::size_t Out, class T = float>
    using network = basic_renormalized_mlp<T, Activation, In, Out, Widths...>;
};

/// A layer of `Units` gated recurrent units before the hidden layers: a network with a memory of the episode.
template <std::size_t Units, class Activation, std::size_t... Widths>
    requires(sizeof...(Widths) > 0)
struct recurrent_layers {
    template <std::size_t In, std::size_t Out, class T = float>
    using network = basic_recurrent_mlp<T, Activation, In, Out, Units, Widths...>;
};

namespace detail {
template <class Env>
struct default_actions {
    using type = gaussian_actions<Env>;
};
template <discrete_actions Env>
struct default_actions<Env> {
    using type = categorical_actions<Env>;
};

template <class Hidden, class Env>
struct layers_of {
    using type = Hidden;
};

template <class Layers, std::size_t In, std::size_t Out, class T>
concept has_network = requires { typename Layers::template network<In, Out, T>; };

template <class Layers>
inline constexpr bool renormalizes_batches = false;
template <class Activation, std::size_t... Widths>
inline constexpr bool renormalizes_batches<hidden_layers<batch_renorm<Activation>, Widths...>> = true;
}  // namespace detail

/// The layers of a network for Env: Hidden itself, unless the shape of its layers depends on the observation
/// (rl/policy/convolutional_layers.hpp).
template <class Hidden, class Env>
using layers_of = typename detail::layers_of<Hidden, Env>::type;

namespace detail {
/// Whether Hidden has a network for Env. An Env without a size is refused by another sentence.
template <class Hidden, class Env>
concept has_policy_network =
    !has_observation_size<Env> || has_network<lockstep::layers_of<Hidden, Env>, agent_observation_size<Env>, 1, float>;

/// Hidden, if ppo takes it. Otherwise other layers stand in for it, so that the sentence of checked_layers is the only error.
template <class Hidden, class Env>
using on_policy_layers = std::conditional_t<has_policy_network<Hidden, Env> && !renormalizes_batches<Hidden>, Hidden,
                                            hidden_layers<tanh_activation, 16>>;
}  // namespace detail

/// A base of ppo, shac and the evolution strategies. It does not compile for layers Hidden that they refuse, and says why in one
/// sentence.
template <class Hidden, class Env>
struct checked_layers {
    static_assert(holds(detail::renormalizes_batches<Hidden> || detail::has_policy_network<Hidden, Env>),
                  "lockstep: Hidden must be layers, such as hidden_layers, recurrent_layers, convolutional_layers or "
                  "frozen_layers");
    static_assert(holds(!detail::renormalizes_batches<Hidden>),
                  "lockstep: no learner renormalises batches but sac and td3: give the others layers without batch_renorm");
};

/// Returns true for layers that ppo takes. Other layers do not compile, with the sentence of checked_layers.
template <class Hidden, class Env>
consteval bool check_layers() {
    return sizeof(checked_layers<Hidden, Env>) != 0;
}

/// The distribution that a policy for Env draws actions from, unless the user chooses one: a Gaussian, or a categorical
/// distribution if actions are discrete.
template <class Env>
using default_actions = typename detail::default_actions<Env>::type;

/// An actor, a critic and log deviations. The actor computes the parameters of the distribution Actions from an observation. The
/// critic computes the value from the same observation and, if Env has one, the privileged observation. There are log deviations
/// only if those of Actions do not depend on the state. Observation and action are those of one agent of Env. All parameters are
/// in one array: actor, log deviations, critic.
template <class Env, class Hidden, class Actions = default_actions<Env>>
struct actor_critic {
    static constexpr std::size_t observation_size = agent_observation_size<Env>;
    static constexpr std::size_t critic_observation_size = agent_observation_size<critic_environment<Env>>;
    static constexpr std::size_t action_size = agent_action_size<Env>;

    using actions = Actions;
    using number = typename Actions::number;
    using world = world_t<number>;
    /// The same networks in another world.
    template <class World>
    using in = actor_critic<Env, Hidden, typename Actions::template of_number<number_for_t<World>>>;
    using layers = layers_of<detail::on_policy_layers<Hidden, Env>, Env>;
    using actor = typename layers::template network<observation_size, Actions::output_size, number>;
    using critic = typename layers::template network<critic_observation_size, 1, number>;
    static_assert(agent_count<Env> == 1 || !recurrent<actor>,
                  "lockstep: a policy with a memory acts for one agent, but the environment has several: use hidden_layers");
    /// The size of the memory of both networks. The actor's memory comes first, then the critic's.
    static constexpr std::size_t memory_size = lockstep::memory_size<actor> + lockstep::memory_size<critic>;

    static constexpr std::size_t log_deviation = actor::parameter_count;
    static constexpr std::size_t critic_begin = log_deviation + padded<number>(Actions::log_deviations);
    static constexpr std::size_t parameter_count = critic_begin + critic::parameter_count;
    static constexpr std::size_t critic_transposed = actor::transposed_count;
    static constexpr std::size_t transposed_count = actor::transposed_count + critic::transposed_count;

    /// Initialises all parameters, [parameter_count]: orthogonal weights, zero biases, and deviations near
    /// exp(initial_log_deviation), by Actions::initialize. The gain of the weights is sqrt(2) in the hidden layers, 0.01 for the
    /// actor's outputs, 1 for the value (Andrychowicz et al. 2021, "What matters in on-policy reinforcement learning"; Huang et
    /// al. 2022, detail 2).
    static void initialize(std::span<scalar_t<number>> parameters, std::uint64_t seed, float initial_log_deviation) {
        actor::initialize(seed, std::numbers::sqrt2, 0.01, parameters.data(), 0);
        critic::initialize(seed, std::numbers::sqrt2, 1.0, parameters.data() + critic_begin, 1);
        Actions::template initialize<actor>(parameters.data(), initial_log_deviation);
    }

    static void transpose_weights(pointer_t<number const> parameters, pointer_t<number> transposed_weights) {
        actor::transpose_weights(parameters, transposed_weights);
        critic::transpose_weights(parameters + critic_begin, transposed_weights + critic_transposed);
    }
};

}  // namespace lockstep
