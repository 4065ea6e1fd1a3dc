// SPDX-License-Identifier: MIT
// Steps of Gymnasium's environments with four numbers and a discrete action, as tests/golden/classic_control.py wrote them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <tests/support/csv.hpp>

namespace support {

/// Against the columns of the state, reward and terminated; `bound` is for numbers of size 1.
template <class R, class Transition>
void check_classic_transition(Transition const& next, std::span<double const> golden, double bound) {
    auto const in_last_lane = [](R const& x) { return static_cast<double>(lockstep::lane(x, lockstep::width_of<R> - 1)); };
    auto const numbers = lockstep::numbers_of<R>(next.state);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(std::abs(in_last_lane(numbers[i]) - golden[i]) <= bound * std::max(1.0, std::abs(golden[i])));
    }
    CHECK(in_last_lane(next.reward) == golden[4]);
    CHECK(in_last_lane(lockstep::select(next.terminated, R(1), R(0))) == golden[5]);
}

/// Single steps from random states; the first two columns are the options that `env_of(column0, column1)` makes of them.
template <class R, class EnvOf>
void check_classic_steps(std::string const& name, EnvOf env_of, double bound) {
    for (auto const& golden : read_csv("envs/" + name + "_steps.csv")) {
        auto const env = env_of(golden[0], golden[1]);
        lockstep::state_t<decltype(env), R> before;
        auto const to = lockstep::numbers_of<R>(before).begin();
        std::transform(golden.begin() + 2, golden.begin() + 6, to, [](double x) { return R(x); });
        auto const next = env.step(before, lockstep::vector<R, 1>{R(golden[6])});
        check_classic_transition<R>(next, std::span(golden).subspan(7), bound);
    }
}

/// An episode in double of a policy that gives an index from 0, until it terminates.
template <class Env, class Policy>
void check_classic_episode(std::string const& name, lockstep::state_t<Env, double> state, Policy policy, double bound) {
    auto const episode = read_csv("envs/" + name + "_episode.csv");
    for (std::size_t t = 0; t < episode.size(); ++t) {
        lockstep::vector<double, 1> const action{policy(state)};
        CHECK(action[0] == episode[t][0]);
        auto const next = Env{}.step(state, action);
        check_classic_transition<double>(next, std::span(episode[t]).subspan(1), bound);
        CHECK(next.terminated == (t + 1 == episode.size()));
        state = next.state;
    }
}

}  // namespace support
