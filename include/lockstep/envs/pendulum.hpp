// SPDX-License-Identifier: MIT
// Pendulum-v1 of Gymnasium: swing a pendulum up with a motor too weak to lift it, and hold it there.
#pragma once

#include <cstddef>
#include <numbers>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep::envs {

/// A rod of 1 m and 1 kg that turns about its end, in steps of 0.05 s for 200 steps.
/// Observation: cos(angle), sin(angle), speed. Action: the torque in N m, clamped to [-2, 2].
/// Reward: -(angle^2 + 0.1 speed^2 + 0.001 torque^2) before the step, with the angle wrapped to [-pi, pi). It is 0 upright, at
/// rest and without torque.
struct pendulum {
    static constexpr std::size_t observation_size = 3, action_size = 1, episode_limit = 200;
    static constexpr double action_low = -2, action_high = 2;

    double g = 10;  ///< m/s^2

    template <class R>
    struct state {
        R angle;  ///< rad, 0 upright, not wrapped
        R speed;  ///< rad/s, within [-8, 8]
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        R const angle = random.uniform(R(-std::numbers::pi), R(std::numbers::pi));
        return {angle, random.uniform(R(-1), R(1))};
    }

    template <real R>
    vector<R, 3> observe(state<R> const& now) const {
        R sine, cosine;
        sincos(now.angle, sine, cosine);
        return {cosine, sine, now.speed};
    }

    template <real R>
    transition<state<R>> step(state<R> const& before, vector<R, 1> const& action) const {
        constexpr double dt = 0.05, mass = 1, length = 1;
        R const torque = clamp(action[0], R(action_low), R(action_high));
        R const turns = round(before.angle * R(0.5 / std::numbers::pi));
        R const angle = fma(turns, R(-2 * std::numbers::pi), before.angle);
        R const cost = fma(angle, angle, fma(R(0.1) * before.speed, before.speed, R(0.001) * torque * torque));
        R const push = R(3 / (mass * length * length)) * torque;
        R const acceleration = fma(R(3 * g / (2 * length)), sin(before.angle), push);
        R const speed = clamp(fma(acceleration, R(dt), before.speed), R(-8), R(8));
        return {{fma(speed, R(dt), before.angle), speed}, -cost, mask_t<R>(false)};
    }
};
static_assert(environment<pendulum>);

}  // namespace lockstep::envs
