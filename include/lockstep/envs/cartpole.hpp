// SPDX-License-Identifier: MIT
// CartPole-v1 of Gymnasium: balance a pole on a cart that is pushed left or right (Barto, Sutton and Anderson 1983).
#pragma once

#include <cstddef>
#include <numbers>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep::envs {

/// A pole of 0.1 kg and 1 m on a cart of 1 kg, without friction, in steps of 0.02 s for at most 500 steps.
/// Observation: the state. Actions: 0 pushes to the left with 10 N, 1 to the right.
/// An episode terminates when the cart or the pole has passed its limit. Reward: 1 for every step, also for the last one.
/// Gymnasium rounds its observation, but not its state, to float32. Here both have the precision of R.
struct cartpole {
    static constexpr std::size_t observation_size = 4, action_size = 1, action_count = 2, episode_limit = 500;

    bool sutton_barto_reward = false;                  ///< the reward is 0 for every step, but -1 for the step that terminates
    bool semi_implicit = false;                        ///< positions follow the new velocities, not the old ones
    double position_limit = 2.4;                       ///< m, either side of the middle
    double angle_limit = 24 * std::numbers::pi / 360;  ///< rad, either side of upright: 12 degrees
    vector<double, 2> reset_range = {-0.05, 0.05};     ///< of all four numbers of a start

    template <class R>
    struct state {
        R x;      ///< m, of the cart, 0 in the middle
        R speed;  ///< m/s, of the cart
        R angle;  ///< rad, of the pole, 0 upright, positive to the right
        R spin;   ///< rad/s
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        auto const draw = [&] { return random.uniform(R(reset_range[0]), R(reset_range[1])); };
        return {draw(), draw(), draw(), draw()};
    }

    template <real R>
    vector<R, 4> observe(state<R> const& now) const {
        return {now.x, now.speed, now.angle, now.spin};
    }

    template <real R>
    transition<state<R>> step(state<R> const& before, vector<R, 1> const& action) const {
        constexpr double gravity = 9.8, pole_mass = 0.1, mass = 1.1, half_length = 0.5, force = 10, dt = 0.02;
        R sine, cosine;
        sincos(before.angle, sine, cosine);
        R const push = select(action[0] < R(0.5), R(-force), R(force));
        R const centrifugal = R(pole_mass * half_length) * before.spin * before.spin * sine;
        R const pushed = (push + centrifugal) / R(mass);
        R const turn = (R(gravity) * sine - cosine * pushed) /
                       (R(half_length) * (R(4.0 / 3) - R(pole_mass / mass) * cosine * cosine));
        R const pull = pushed - R(pole_mass * half_length / mass) * turn * cosine;

        R const speed = before.speed + R(dt) * pull;
        R const spin = before.spin + R(dt) * turn;
        R const x = before.x + R(dt) * (semi_implicit ? speed : before.speed);
        R const angle = before.angle + R(dt) * (semi_implicit ? spin : before.spin);
        auto const fallen = R(position_limit) < abs(x) || R(angle_limit) < abs(angle);
        R const reward = sutton_barto_reward ? select(fallen, R(-1), R(0)) : R(1);
        return {{x, speed, angle, spin}, reward, fallen};
    }
};
static_assert(environment<cartpole>);

}  // namespace lockstep::envs
