// SPDX-License-Identifier: MIT
// Episodes of Gymnasium's robots from a start without noise, as tests/golden/gymnasium_episodes.py wrote them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/environment.hpp>
#include <tests/support/csv.hpp>

namespace support {

/// The start without noise.
template <class Env, class R = double>
lockstep::state_t<Env, R> quiet_start() {
    Env env;
    env.reset_noise_scale = 0;
    lockstep::random<R> random(1, lockstep::words<R>{}, lockstep::words<R>{});
    return env.reset(random);
}

/// Checks the first steps of an episode in double: rewards, ends and observations within `bound` of Gymnasium's, for numbers of
/// size 1. An episode that has terminated goes on. Returns the largest error.
template <class Env>
double check_golden_episode(std::string const& name, std::size_t steps, double bound) {
    auto const rows = read_csv("envs/" + name + "_episode.csv");
    REQUIRE(rows.size() >= steps);
    Env const env;
    auto state = quiet_start<Env>();
    double worst = 0;
    for (std::size_t t = 0; t < steps; ++t) {
        auto golden = rows[t].begin();
        lockstep::vector<double, Env::action_size> action;
        std::copy_n(golden, Env::action_size, action.begin());
        golden += Env::action_size;
        auto const next = env.step(state, action);
        state = next.state;
        auto const agree = [&](double ours, double theirs) {
            double const error = std::abs(ours - theirs) / std::max(1.0, std::abs(theirs));
            worst = std::max(worst, error);
            return error <= bound;
        };
        INFO("step " << t);
        CHECK(agree(next.reward, *golden++));
        CHECK(next.terminated == (*golden++ != 0));
        auto const observation = env.observe(state);
        REQUIRE(rows[t].end() - golden == static_cast<std::ptrdiff_t>(Env::observation_size));
        for (std::size_t i = 0; i < Env::observation_size; ++i) {
            INFO("observation " << i << ": " << observation[i] << " instead of " << golden[static_cast<std::ptrdiff_t>(i)]);
            CHECK(agree(observation[i], golden[static_cast<std::ptrdiff_t>(i)]));
        }
    }
    return worst;
}

/// Checks that floats and lanes are within `bound` of doubles in every position after each of `steps` steps under one action.
template <class Env>
void check_numbers_agree(lockstep::vector<double, Env::action_size> const& action, int steps, double bound) {
    using lanes = lockstep::native_lanes;
    lockstep::vector<float, Env::action_size> action_float;
    lockstep::vector<lanes, Env::action_size> action_lanes;
    for (std::size_t i = 0; i < Env::action_size; ++i) {
        action_float[i] = static_cast<float>(action[i]);
        action_lanes[i] = lanes(action[i]);
    }
    Env const env;
    auto exact = quiet_start<Env>();
    auto single = quiet_start<Env, float>();
    auto packs = quiet_start<Env, lanes>();
    for (int t = 0; t < steps; ++t) {
        exact = env.step(exact, action).state;
        single = env.step(single, action_float).state;
        packs = env.step(packs, action_lanes).state;
        INFO("step " << t);
        for (std::size_t i = 0; i < exact.qpos.size(); ++i) {
            CHECK(std::abs(single.qpos[i] - exact.qpos[i]) < bound);
            CHECK(std::abs(packs.qpos[i][lockstep::native_width - 1] - exact.qpos[i]) < bound);
            CHECK(packs.qpos[i][0] == packs.qpos[i][lockstep::native_width - 1]);
        }
    }
}

/// Checks that resets draw positions and velocities off the start by up to the noise, and by all of it.
template <class Env>
void check_uniform_noise() {
    auto const start = quiet_start<Env>();
    for (double const noise : {5e-3, 0.1}) {
        Env env;
        env.reset_noise_scale = noise;
        double position = 0, velocity = 0;
        for (std::uint32_t i = 0; i < 300; ++i) {
            lockstep::random<double> random(3, i, 0);
            auto const state = env.reset(random);
            for (std::size_t k = 0; k < state.qpos.size(); ++k) {
                position = std::max(position, std::abs(state.qpos[k] - start.qpos[k]));
            }
            for (double const v : state.qvel) {
                velocity = std::max(velocity, std::abs(v));
            }
        }
        CHECK(position <= noise * (1 + 1e-12));
        CHECK(position > 0.98 * noise);
        CHECK(velocity <= noise);
        CHECK(velocity > 0.98 * noise);
    }
}

}  // namespace support
