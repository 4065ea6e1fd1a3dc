// SPDX-License-Identifier: MIT
// From the actions that policies think in to those of an environment.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep {

/// Policies act in [-1, 1] whatever the environment: the action, clipped to that range and stretched to
/// [action_low<Env>, action_high<Env>]. A discrete action is an index for both, and stays as it is.
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
