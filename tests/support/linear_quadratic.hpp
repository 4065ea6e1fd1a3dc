// SPDX-License-Identifier: MIT
// A system whose best actions are known: a point on a line, pushed, with costs that are squares.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace support {

/// position' = position + dt speed, speed' = speed + dt push; the cost of a step is position^2 + speed_cost speed^2 + push_cost
/// push^2, of the state before it.
struct pushed_point {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 100;
    static constexpr double action_low = -4, action_high = 4, dt = 0.1, speed_cost = 0.1, push_cost = 0.05;

    template <class R>
    struct state {
        R position, speed;
    };

    template <lockstep::real R>
    state<R> reset(lockstep::random<R>& random) const {
        return {random.uniform(R(-1), R(1)), random.uniform(R(-1), R(1))};
    }
    template <lockstep::real R>
    lockstep::vector<R, 2> observe(state<R> const& s) const {
        return {s.position, s.speed};
    }
    template <lockstep::real R>
    lockstep::transition<state<R>> step(state<R> const& s, lockstep::vector<R, 1> const& action) const {
        R const push = action[0];
        R const cost = s.position * s.position + R(speed_cost) * s.speed * s.speed + R(push_cost) * push * push;
        return {{s.position + R(dt) * s.speed, s.speed + R(dt) * push}, -cost, lockstep::mask_t<R>(false)};
    }
};
static_assert(lockstep::check_environment<pushed_point>());

struct best_pushes {
    std::vector<double> pushes;  ///< [steps]
    double best_return;          ///< of them
};

/// By Riccati's recursion, in doubles. The bounds of the action are not reached from the states of the tests.
inline best_pushes solve_pushed_point(double position, double speed, std::size_t steps) {
    using e = pushed_point;
    // The cost from a step on is p0 x^2 + 2 p1 x v + p2 v^2, and the best push is -(k0 x + k1 v).
    std::vector<std::array<double, 2>> gains(steps);
    double p0 = 0, p1 = 0, p2 = 0;
    for (std::size_t t = steps; t-- > 0;) {
        // B = (0, dt); A = (1 dt; 0 1).
        double const along = e::push_cost + e::dt * e::dt * p2;
        double const k0 = e::dt * p1 / along, k1 = e::dt * (e::dt * p1 + p2) / along;
        gains[t] = {k0, k1};
        double const q0 = 1 + p0, q1 = e::dt * p0 + p1, q2 = e::speed_cost + e::dt * e::dt * p0 + 2 * e::dt * p1 + p2;
        p0 = q0 - k0 * along * k0;
        p1 = q1 - k0 * along * k1;
        p2 = q2 - k1 * along * k1;
    }
    best_pushes result{{}, -(p0 * position * position + 2 * p1 * position * speed + p2 * speed * speed)};
    for (auto const& [k0, k1] : gains) {
        double const push = -(k0 * position + k1 * speed);
        result.pushes.push_back(push);
        position += e::dt * speed;
        speed += e::dt * push;
    }
    return result;
}

/// What pushes return, in doubles.
template <class Pushes>
double return_of_pushes(double position, double speed, Pushes const& pushes) {
    pushed_point::state<double> state{position, speed};
    double sum = 0;
    for (auto const& push : pushes) {
        auto const next = pushed_point{}.step(state, lockstep::vector<double, 1>{static_cast<double>(push[0])});
        sum += next.reward;
        state = next.state;
    }
    return sum;
}

}  // namespace support
