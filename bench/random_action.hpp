// SPDX-License-Identifier: MIT
// Packs of environments under random actions.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/vectorized.hpp>

namespace bench {

/// A pack of uniformly random actions.
template <lockstep::environment Env>
auto random_action(lockstep::random<lockstep::native_lanes>& draws) {
    using R = lockstep::native_lanes;
    lockstep::vector<R, Env::action_size> action;
    for (R& a : action) {
        a = draws.uniform(R(lockstep::action_low<Env>), R(lockstep::action_high<Env>));
    }
    return action;
}

/// Begins the episodes of pack `pack`, as many steps into their lengths as keeps them from ending all at once.
template <lockstep::environment Env>
void stagger(lockstep::environment_pack<Env, lockstep::native_lanes>& to, std::size_t pack) {
    lockstep::reset(Env{}, to, 1, pack);
    to.length = lockstep::native_lanes(static_cast<double>(pack * 997 % Env::episode_limit));
}

}  // namespace bench
