// SPDX-License-Identifier: MIT
// Steps of the environments after Brax, whose targets and rewards tests/golden/target_tasks.py computed, and MuJoCo their
// physics.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include <lockstep/core/vector.hpp>
#include <tests/envs/golden_episode.hpp>
#include <tests/support/csv.hpp>

namespace support {

/// Single steps from random states. The observation is of the target that the step began with. `bound` is for numbers of size 1.
template <class Env>
void check_golden_target_steps(std::string const& name, double bound) {
    auto const agrees = [&](double ours, double theirs) {
        return std::abs(ours - theirs) <= bound * std::max(1.0, std::abs(theirs));
    };
    std::size_t hits = 0;
    auto const rows = read_csv("envs/" + name + "_steps.csv");
    REQUIRE(rows.size() == 60);
    for (std::size_t n = 0; n < rows.size(); ++n) {
        CAPTURE(n);
        std::span<double const> rest(rows[n]);
        auto const take = [&](std::size_t count) {
            auto const taken = rest.first(count);
            rest = rest.subspan(count);
            return taken;
        };
        lockstep::state_t<Env, double> const any_state{};
        auto const positions = take(any_state.qpos.size()), velocities = take(any_state.qvel.size());
        auto state = state_of<Env, double>(positions, velocities);
        std::ranges::copy(take(state.draw.size()), state.draw.begin());
        auto const next = Env{}.step(state, action_of<Env, double>(take(Env::action_size)));

        auto seen_from = next.state;
        seen_from.draw = state.draw;
        auto const observation = Env{}.observe(seen_from);
        auto const expected = take(Env::observation_size);
        for (std::size_t i = 0; i < observation.size(); ++i) {
            INFO("observation " << i << ": " << observation[i] << " instead of " << expected[i]);
            CHECK(agrees(observation[i], expected[i]));
        }
        double const reward = take(1)[0];
        INFO("reward " << next.reward << " instead of " << reward);
        CHECK(agrees(next.reward, reward));
        bool const hit = take(1)[0] != 0;
        CHECK(hit == !std::ranges::equal(next.state.draw, state.draw));
        CHECK_FALSE(next.terminated);
        hits += hit;
        for (auto const& numbers : {std::span<double const>(next.state.qpos), std::span<double const>(next.state.qvel)}) {
            auto const after = take(numbers.size());
            CHECK(std::ranges::equal(numbers, after, agrees));
        }
        CHECK(rest.empty());
    }
    CHECK(hits >= 15);
    CHECK(hits <= 45);
}

}  // namespace support
