// SPDX-License-Identifier: MIT
// States that no policy reaches: whatever they become, only finite numbers may be shown.
#pragma once

#include <cmath>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/vectorized.hpp>

namespace support {

/// Starts whose first `positions` numbers are off by up to 10^k and whose next `velocities` are up to 10^k, k from 0 to
/// 7, under actions as large: the steps, of ten an environment, after which a number that is shown is not finite.
template <lockstep::environment Env>
std::size_t nonfinite_after_throw(Env const& env, std::size_t positions, std::size_t velocities) {
    using R = lockstep::native_lanes;
    std::size_t found = 0;
    for (std::size_t pack = 0; pack < 80; ++pack) {
        double const scale = std::pow(10.0, static_cast<double>(pack % 8));
        lockstep::random<R> draws(5, lockstep::environment_index<R>(pack), lockstep::words<R>{});
        lockstep::environment_pack<Env, R> running;
        lockstep::reset(env, running, 1, pack);
        auto const numbers = lockstep::numbers_of<R>(running.state);
        for (std::size_t i = 0; i < positions + velocities; ++i) {
            R const thrown = draws.uniform(R(-scale), R(scale));
            numbers[i] = i < positions ? numbers[i] + thrown : thrown;
        }
        for (int step = 0; step < 10; ++step) {
            lockstep::vector<R, Env::action_size> action;
            for (R& a : action) {
                a = draws.uniform(R(-scale), R(scale));
            }
            auto const outcome = lockstep::advance(env, running, action, 1, pack);
            auto const finite =
                lockstep::detail::all_finite<R>(running.state, running.observation, outcome.final_observation, outcome.reward);
            for (std::size_t lane = 0; lane < lockstep::native_width; ++lane) {
                found += !finite[lane];
            }
        }
    }
    return found;
}

}  // namespace support
