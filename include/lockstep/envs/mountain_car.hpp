// SPDX-License-Identifier: MIT
// MountainCarContinuous-v0 of Gymnasium: an underpowered car must first climb the wrong hill (Moore 1990).
#pragma once

#include <cstddef>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep::envs {

/// A car in a valley of the height sin(3 position), for at most 999 steps. Observation: position and speed. Action: the engine's
/// force, clamped to [-1, 1]. Reward: -0.1 action^2, of the action before it is clamped, and 100 for reaching the flag at 0.45
/// with at least goal_velocity, which terminates the episode. Gymnasium rounds the state to float32 after each step. Here the
/// state keeps the precision of R.
struct mountain_car {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 999;
    static constexpr double action_low = -1, action_high = 1;

    double goal_velocity = 0;  ///< per step: the lowest speed at the flag that reaches the goal

    template <class R>
    struct state {
        R position;  ///< within [-1.2, 0.6]
        R speed;     ///< per step, within [-0.07, 0.07]
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        return {random.uniform(R(-0.6), R(-0.4)), R(0)};
    }

    template <real R>
    vector<R, 2> observe(state<R> const& now) const {
        return {now.position, now.speed};
    }

    template <real R>
    transition<state<R>> step(state<R> const& before, vector<R, 1> const& action) const {
        R const force = clamp(action[0], R(action_low), R(action_high));
        R const speed = clamp(before.speed + force * R(0.0015) - R(0.0025) * cos(R(3) * before.position), R(-0.07), R(0.07));
        R const position = clamp(before.position + speed, R(-1.2), R(0.6));
        // The left end is a wall; the right one, beyond the flag, is not.
        R const speed_after = select(position <= R(-1.2), max(speed, R(0)), speed);
        auto const reached = R(0.45) <= position && R(goal_velocity) <= speed_after;
        return {{position, speed_after}, select(reached, R(100), R(0)) - R(0.1) * action[0] * action[0], reached};
    }
};
static_assert(environment<mountain_car>);

}  // namespace lockstep::envs
