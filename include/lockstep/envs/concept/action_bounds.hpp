// SPDX-License-Identifier: MIT
// The actions of an environment, and the mapping from a policy's actions to them.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/concept/agents.hpp>

namespace lockstep {

/// E has E::action_count discrete actions. An agent's action is one number: the index of one of them, from 0. If E has no
/// action_count, its actions are continuous.
template <class E>
concept discrete_actions = requires {
    E::action_count;
};
/// E's actions are continuous, or E::action_count is from 2 to 2^24. (A float counts exactly up to 2^24.) If E has an
/// action_count, an action is one number for each agent, and E has no action_low and no action_high.
template <class E>
concept has_action_count = !discrete_actions<E> || requires {
    typename std::bool_constant<(static_cast<double>(E::action_count) < 2)>;
    requires 2 <= static_cast<double>(E::action_count) && static_cast<double>(E::action_count) <= 0x1p24;
    requires E::action_size == agent_count<E>;
    requires !requires { E::action_low; } && !requires { E::action_high; };
};

/// The bounds of every component of an action: E::action_low and E::action_high, or -1 and 1 where E has none. A bound of E that
/// is not a constant number gives NaN. If the actions are discrete, these are the bounds of the index.
template <class E>
inline constexpr double action_low = [] {
    if constexpr (discrete_actions<E>) {
        return 0.0;
    } else if constexpr (requires { typename std::bool_constant<(static_cast<double>(E::action_low) < 0)>; }) {
        return static_cast<double>(E::action_low);
    } else {
        constexpr bool stated = requires { E::action_low; };
        return stated ? std::numeric_limits<double>::quiet_NaN() : -1.0;
    }
}();
template <class E>
inline constexpr double action_high = [] {
    if constexpr (discrete_actions<E>) {
        return has_action_count<E> ? static_cast<double>(E::action_count) - 1 : 1.0;
    } else if constexpr (requires { typename std::bool_constant<(static_cast<double>(E::action_high) < 0)>; }) {
        return static_cast<double>(E::action_high);
    } else {
        constexpr bool stated = requires { E::action_high; };
        return stated ? std::numeric_limits<double>::quiet_NaN() : 1.0;
    }
}();
/// E's bounds are finite and in order.
template <class E>
concept has_action_bounds = action_low<E> < action_high<E> && is_finite(action_low<E>) && is_finite(action_high<E>);

/// Returns the environment's action for the action of a policy. Policies act in [-1, 1] in every environment. Their action is
/// clamped to that range and then mapped to [action_low<Env>, action_high<Env>]. A discrete action is an index both for policies
/// and for environments, so it stays as it is.
template <class Env, real R>
LOCKSTEP_INLINE vector<R, Env::action_size> within_bounds(vector<R, Env::action_size> const& action) {
    if constexpr (discrete_actions<Env>) {
        return action;
    }
    constexpr double centre = 0.5 * (action_high<Env> + action_low<Env>);
    constexpr double reach = 0.5 * (action_high<Env> - action_low<Env>);
    vector<R, Env::action_size> result;
    for (std::size_t i = 0; i < Env::action_size; ++i) {
        result[i] = clamp(action[i], R(-1), R(1)) * R(reach) + R(centre);
    }
    return result;
}

}  // namespace lockstep
