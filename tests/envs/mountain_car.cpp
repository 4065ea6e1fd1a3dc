// SPDX-License-Identifier: MIT
// Against single steps and an episode of Gymnasium 1.4.0, which keeps the state in float32.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <tests/support/csv.hpp>

namespace ls = lockstep;

TEST_CASE("a step in double is Gymnasium's, bit for bit once it is rounded to float32") {
    ls::envs::mountain_car const env;
    std::size_t reached = 0;
    std::size_t at_the_wall = 0;
    for (auto const& golden : support::read_csv("envs/mountain_car.csv")) {
        auto const next = env.step(ls::envs::mountain_car::state<double>{golden[0], golden[1]}, ls::vector<double, 1>{golden[2]});
        CHECK(static_cast<double>(static_cast<float>(next.state.position)) == golden[3]);
        CHECK(static_cast<double>(static_cast<float>(next.state.speed)) == golden[4]);
        CHECK(std::abs(next.reward - golden[5]) < 1e-12);
        CHECK(next.terminated == (golden[6] != 0));
        reached += next.terminated;
        at_the_wall += next.state.position == -1.2;
    }
    CHECK(reached > 10);
    CHECK(at_the_wall > 10);
}

TEST_CASE_TEMPLATE("a step in float is Gymnasium's up to rounding", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    ls::envs::mountain_car const env;
    for (auto const& golden : support::read_csv("envs/mountain_car.csv")) {
        auto const next = env.step(ls::envs::mountain_car::state<R>{R(golden[0]), R(golden[1])}, ls::vector<R, 1>{R(golden[2])});
        auto const last = static_cast<std::size_t>(ls::width_of<R> - 1);
        CHECK(std::abs(static_cast<double>(ls::lane(next.state.position, last)) - golden[3]) < 3e-7);
        CHECK(std::abs(static_cast<double>(ls::lane(next.state.speed, last)) - golden[4]) < 3e-8);
        CHECK(std::abs(static_cast<double>(ls::lane(next.reward, last)) - golden[5]) < 1e-5);
    }
}

TEST_CASE("an episode that swings up is Gymnasium's") {
    ls::envs::mountain_car const env;
    ls::envs::mountain_car::state<double> state{-0.5, 0};
    auto const episode = support::read_csv("envs/mountain_car_episode.csv");
    for (std::size_t t = 0; t < episode.size(); ++t) {
        auto const next = env.step(state, ls::vector<double, 1>{state.speed < 0 ? -1.0 : 1.0});
        state = next.state;
        CHECK(std::abs(state.position - episode[t][0]) < 1e-5);
        CHECK(std::abs(state.speed - episode[t][1]) < 1e-6);
        CHECK(std::abs(next.reward - episode[t][2]) < 1e-12);
        CHECK(next.terminated == (t + 1 == episode.size()));
    }
}

TEST_CASE("starts lie in the valley, at rest") {
    ls::envs::mountain_car const env;
    double least = 1, most = -1;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        ls::random<double> random(7, i, 0);
        auto const state = env.reset(random);
        least = std::min(least, state.position);
        most = std::max(most, state.position);
        CHECK(state.speed == 0);
    }
    CHECK(least >= -0.6);
    CHECK(least < -0.599);
    CHECK(most < -0.4);
    CHECK(most > -0.401);
}

TEST_CASE("the speed at which the flag counts is an option") {
    ls::envs::mountain_car::state<double> const before{0.44, 0.03};
    ls::vector<double, 1> const none{0};
    CHECK(ls::envs::mountain_car{}.step(before, none).terminated);
    CHECK(ls::envs::mountain_car{.goal_velocity = 0.02}.step(before, none).terminated);
    auto const slow = ls::envs::mountain_car{.goal_velocity = 0.04}.step(before, none);
    CHECK_FALSE(slow.terminated);
    CHECK(slow.reward == 0);
}
