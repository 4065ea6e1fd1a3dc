// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <limits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/vectorized.hpp>

namespace support {

/// States far outside of anything an episode visits, and actions far outside of their bounds: a step ends in numbers, or
/// the episode ends and the next one has numbers.
template <class Env>
void check_wild_states() {
    using R = lockstep::native_lanes;
    lockstep::random<R> random(11, lockstep::environment_index<R>(0), lockstep::words<R>{});
    for (float const size : {10.0f, 1e3f, 1e6f, 1e18f, std::numeric_limits<float>::infinity()}) {
        for (int n = 0; n < 20; ++n) {
            lockstep::environment_pack<Env, R> running;
            lockstep::reset(Env{}, running, 1, 0);
            auto const scatter = [&](auto&& numbers) {
                for (R& number : numbers) {
                    number = R(size) * random.uniform(R(-1), R(1));
                }
            };
            if constexpr (requires { running.state.qpos; }) {
                scatter(running.state.qpos);
                scatter(running.state.qvel);
            } else {
                scatter(lockstep::numbers_of<R>(running.state));
            }
            lockstep::vector<R, Env::action_size> action;
            for (R& number : action) {
                number = R(size) * random.uniform(R(-1), R(1));
            }
            auto const outcome = lockstep::advance(Env{}, running, action, 1, 0);
            CHECK_FALSE(any(!lockstep::is_finite(outcome.reward)));
            for (R const& number : lockstep::numbers_of<R>(running)) {
                CHECK_FALSE(any(!lockstep::is_finite(number)));
            }
            for (R const& number : outcome.final_observation) {
                CHECK_FALSE(any(!lockstep::is_finite(number)));
            }
        }
    }
}

}  // namespace support
