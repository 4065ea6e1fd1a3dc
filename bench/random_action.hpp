// SPDX-License-Identifier: MIT
// Rows of environments under random actions.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/vectorized.hpp>

namespace bench {

/// A row of uniformly random actions.
template <lockstep::environment Env>
auto random_action(lockstep::random<lockstep::native_lanes>& draws) {
    using R = lockstep::native_lanes;
    lockstep::vector<R, Env::action_size> action;
    for (R& a : action) {
        a = draws.uniform(R(lockstep::action_low<Env>), R(lockstep::action_high<Env>));
    }
    return action;
}

/// Begins the episodes of row `row`, as many steps into their lengths as keeps them from ending all at once.
template <lockstep::environment Env>
void stagger(lockstep::environment_pack<Env, lockstep::native_lanes>& to, std::size_t row) {
    lockstep::reset(Env{}, to, 1, row);
    to.length = lockstep::native_lanes(static_cast<double>(row * 997 % Env::episode_limit));
}

}  // namespace bench
