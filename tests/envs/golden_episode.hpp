// SPDX-License-Identifier: MIT
// Steps and a trajectory of an environment of Gymnasium, as tests/golden/robots_without_contacts.py wrote them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <tests/support/csv.hpp>

namespace support {

/// The state of an environment that has these positions and velocities; its other numbers are zeros.
template <class Env, class R>
lockstep::state_t<Env, R> state_of(std::span<double const> positions, std::span<double const> velocities) {
    lockstep::state_t<Env, R> state;
    auto const rows = lockstep::numbers_of<R>(state);
    std::fill(rows.begin(), rows.end(), R(0));
    std::transform(positions.begin(), positions.end(), state.qpos.begin(), [](double x) { return R(x); });
    std::transform(velocities.begin(), velocities.end(), state.qvel.begin(), [](double x) { return R(x); });
    return state;
}

template <class Env, class R>
lockstep::vector<R, Env::action_size> action_of(std::span<double const> numbers) {
    lockstep::vector<R, Env::action_size> action;
    std::transform(numbers.begin(), numbers.end(), action.begin(), [](double x) { return R(x); });
    return action;
}

/// Checks a transition against a golden row: observation, reward, terminated, qpos, qvel. `bound` is for numbers of size 1.
template <class Env, class R, class Transition>
void check_transition(Env const& env, Transition const& next, std::span<double const> golden, double bound) {
    constexpr std::size_t size = Env::observation_size;
    auto const agrees = [&](R const& ours, double theirs) {
        double const difference = static_cast<double>(lockstep::lane(ours, lockstep::width_of<R> - 1)) - theirs;
        return std::abs(difference) <= bound * std::max(1.0, std::abs(theirs));
    };
    auto const observation = env.observe(next.state);
    for (std::size_t i = 0; i < size; ++i) {
        INFO("observation " << i << ": " << lockstep::lane(observation[i], 0) << " instead of " << golden[i]);
        CHECK(agrees(observation[i], golden[i]));
    }
    CHECK(agrees(next.reward, golden[size]));
    CHECK(lockstep::lane(lockstep::select(next.terminated, R(1), R(0)), 0) == golden[size + 1]);
    for (std::size_t i = 0; i < next.state.qpos.size(); ++i) {
        CHECK(agrees(next.state.qpos[i], golden[size + 2 + i]));
    }
    for (std::size_t i = 0; i < next.state.qvel.size(); ++i) {
        CHECK(agrees(next.state.qvel[i], golden[size + 2 + next.state.qpos.size() + i]));
    }
}

/// Single steps from random states, some past the joints' limits.
template <class Env, class R>
void check_golden_steps(std::string const& name, double bound) {
    auto const rows = read_csv("envs/" + name + "_steps.csv");
    REQUIRE(rows.size() == 100);
    for (auto const& row : rows) {
        std::span<double const> const golden(row);
        lockstep::state_t<Env, R> const any_state{};
        std::size_t const q = any_state.qpos.size(), v = any_state.qvel.size(), u = Env::action_size;
        auto const state = state_of<Env, R>(golden.first(q), golden.subspan(q, v));
        auto const next = Env{}.step(state, action_of<Env, R>(golden.subspan(q + v, u)));
        check_transition<Env, R>(Env{}, next, golden.subspan(q + v + u), bound);
    }
}

/// The first `steps` steps of one episode.
template <class Env, class R>
void check_golden_trajectory(std::string const& name, std::span<double const> start, std::size_t steps, double bound) {
    auto const rows = read_csv("envs/" + name + "_trajectory.csv");
    REQUIRE(rows.size() >= steps);
    auto state = state_of<Env, R>(start, {});
    for (std::size_t t = 0; t < steps; ++t) {
        std::span<double const> const golden(rows[t]);
        auto const next = Env{}.step(state, action_of<Env, R>(golden.first(Env::action_size)));
        check_transition<Env, R>(Env{}, next, golden.subspan(Env::action_size), bound);
        state = next.state;
    }
}

}  // namespace support
