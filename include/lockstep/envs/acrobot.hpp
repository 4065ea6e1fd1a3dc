// SPDX-License-Identifier: MIT
// Acrobot-v1 of Gymnasium: swing the tip of a double pendulum up by a motor between its links (Sutton 1996).
#pragma once

#include <cstddef>
#include <numbers>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/random_stream.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep::envs {

/// The equations of motion: those of the book of Sutton and Barto, or those of the paper of 1996, which lack a term.
enum class acrobot_equations { book, paper };

namespace detail {
template <bool TorqueNoise, class R>
struct acrobot_state {
    vector<R, 2> angle;  ///< rad, in [-pi, pi]: of the first rod (0 downwards), of the second (0 in line with the first)
    vector<R, 2> speed;  ///< rad/s, in the same order, within +-4 pi and +-9 pi
};
template <class R>
struct acrobot_state<true, R> {
    vector<R, 2> angle, speed;  ///< like those without noise
    random_stream<R> noise;     ///< of the torque
};
}  // namespace detail

/// Two rods of 1 m and 1 kg hang from a hook, one below the other. A step is one Runge-Kutta step of `dt`. An episode has at most
/// 500 steps. Observation: cosine and sine of the first angle, then of the second, then both speeds. Actions: a torque of -1, 0
/// or 1 N m between the rods. An episode terminates when the tip is more than 1 m above the hook. Reward: -1 for each step, but 0
/// for the step that terminates. With TorqueNoise, a uniform number within +-torque_noise is added to each torque, and the state
/// names the stream of these numbers.
template <bool TorqueNoise>
struct basic_acrobot {
    static constexpr std::size_t observation_size = 6, action_size = 1, action_count = 3, episode_limit = 500;

    acrobot_equations equations = acrobot_equations::book;
    double dt = 0.2;                              ///< s
    double torque_noise = 1;                      ///< N m; with TorqueNoise only
    vector<double, 2> reset_range = {-0.1, 0.1};  ///< of both angles and both speeds of a start

    template <class R>
    using state = detail::acrobot_state<TorqueNoise, R>;

    template <real R>
    state<R> reset(random<R>& random) const {
        auto const draw = [&] { return random.uniform(R(reset_range[0]), R(reset_range[1])); };
        state<R> start;
        start.angle = {draw(), draw()};
        start.speed = {draw(), draw()};
        if constexpr (TorqueNoise) {
            start.noise = random_stream<R>::drawn_from(random);
        }
        return start;
    }

    template <real R>
    vector<R, 6> observe(state<R> const& now) const {
        vector<R, 6> observation;
        sincos(now.angle[0], observation[1], observation[0]);
        sincos(now.angle[1], observation[3], observation[2]);
        observation[4] = now.speed[0];
        observation[5] = now.speed[1];
        return observation;
    }

    template <real R>
    transition<state<R>, R> step(state<R> const& before, vector<R, 1> const& action) const {
        R torque = clamp(action[0], R(0), R(2)) - R(1);
        state<R> after = before;
        if constexpr (TorqueNoise) {
            torque = torque + after.noise.next().uniform(R(-torque_noise), R(torque_noise));
        }
        auto const [angle, speed] = moved(motion<R>{before.angle, before.speed}, torque);
        for (std::size_t i = 0; i < 2; ++i) {
            R const turns = round(angle[i] * R(0.5 / std::numbers::pi));
            after.angle[i] = fma(turns, R(-2 * std::numbers::pi), angle[i]);
        }
        after.speed[0] = clamp(speed[0], R(-4 * std::numbers::pi), R(4 * std::numbers::pi));
        after.speed[1] = clamp(speed[1], R(-9 * std::numbers::pi), R(9 * std::numbers::pi));
        auto const up = R(1) < -cos(after.angle[0]) - cos(after.angle[0] + after.angle[1]);
        return {after, select(up, R(0), R(-1)), up};
    }

private:
    template <class R>
    struct motion {
        vector<R, 2> angle, speed;
    };

    /// Returns the motion after one step of the classical Runge-Kutta method of fourth order, with a constant torque.
    template <real R>
    motion<R> moved(motion<R> const& start, R const& torque) const {
        auto const along = [&](double time, motion<R> const& slope) {
            return motion<R>{start.angle + slope.angle * R(time), start.speed + slope.speed * R(time)};
        };
        motion<R> const k1 = derivative(start, torque);
        motion<R> const k2 = derivative(along(0.5 * dt, k1), torque);
        motion<R> const k3 = derivative(along(0.5 * dt, k2), torque);
        motion<R> const k4 = derivative(along(dt, k3), torque);
        auto const mean = [](auto const& a, auto const& b, auto const& c, auto const& d) { return a + b * R(2) + c * R(2) + d; };
        return along(dt / 6, {mean(k1.angle, k2.angle, k3.angle, k4.angle), mean(k1.speed, k2.speed, k3.speed, k4.speed)});
    }

    template <real R>
    motion<R> derivative(motion<R> const& now, R const& torque) const {
        constexpr double mass = 1, length = 1, centre = 0.5, inertia = 1, gravity = 9.8;
        R sine2, cosine2;
        sincos(now.angle[1], sine2, cosine2);
        R const d1 = R(mass * (centre * centre + length * length + centre * centre) + 2 * inertia) +
                     R(2 * mass * length * centre) * cosine2;
        R const d2 = R(mass * centre * centre + inertia) + R(mass * length * centre) * cosine2;
        R const phi2 = R(mass * centre * gravity) * sin(now.angle[0] + now.angle[1]);
        R const swing = R(mass * length * centre) * sine2;
        R const phi1 = -swing * now.speed[1] * now.speed[1] - R(2) * swing * now.speed[1] * now.speed[0] +
                       R(mass * (centre + length) * gravity) * sin(now.angle[0]) + phi2;
        R const carried = equations == acrobot_equations::book ? swing * now.speed[0] * now.speed[0] : R(0);
        R const turn2 = (torque + d2 / d1 * phi1 - carried - phi2) / (R(mass * centre * centre + inertia) - d2 * d2 / d1);
        return {now.speed, {-(d2 * turn2 + phi1) / d1, turn2}};
    }
};

using acrobot = basic_acrobot<false>;
static_assert(environment<acrobot>);
static_assert(environment<basic_acrobot<true>>);

}  // namespace lockstep::envs
