// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/concept/observation_image.hpp>
#include <lockstep/envs/concept/physical_environment.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/envs/randomized.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/envs/recording/record_step.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep_recorded/weak_pendulum.hpp>
#include <tests/envs/weak_pendulum.hpp>

namespace ls = lockstep;
namespace envs = lockstep::envs;
using lockstep_test::weak_pendulum;

namespace {

struct terrain {
    using enum ls::physics::parameter;
    static constexpr ls::physics::variation ranges[] = {
        {mass, "torso", 0.8, 1.2}, {friction, "", 0.5, 1.5}, {gravity, "", 0.9, 1.1}, {offset_z, "bfoot", -0.02, 0.02}};
};
using cheetah = ls::randomized<envs::half_cheetah, terrain>;
static_assert(ls::check_environment<cheetah>());
static_assert(ls::has_robot<cheetah> && ls::has_robot<lockstep_recorded::weak_pendulum>);

struct as_it_is {
    using enum ls::physics::parameter;
    static constexpr ls::physics::variation ranges[] = {{gear, "", 1, 1}, {mass, "", 1, 1}, {damping, "", 1, 1}};
};

struct short_rail {
    using enum ls::physics::parameter;
    static constexpr ls::physics::variation ranges[] = {{range_high, "slider", -0.8, -0.8}};
};

/// Tells a critic how fast the cheetah is, and says that its first numbers are an image.
struct watched_cheetah : envs::half_cheetah {
    static constexpr std::size_t privileged_observation_size = 1;
    static constexpr ls::image_shape observation_image{.rows = 2, .columns = 3};
    template <class R>
    using state = envs::half_cheetah::state<R>;
    template <ls::real R>
    ls::vector<R, 1> observe_privileged(state<R> const& now) const {
        return {now.qvel[0]};
    }
};
using randomized_watched_cheetah = ls::randomized<watched_cheetah, terrain>;
static_assert(ls::check_environment<randomized_watched_cheetah>() && ls::check_privileged<randomized_watched_cheetah>());
static_assert(!ls::privileged<cheetah>);
static_assert(ls::observes_image<randomized_watched_cheetah> && !ls::observes_image<cheetah>);

}  // namespace

TEST_CASE("what a critic is told is told of the robot as it is") {
    ls::random<double> random(1, 0, 0);
    auto const start = randomized_watched_cheetah{}.reset(random);
    CHECK(randomized_watched_cheetah{}.observe_privileged(start)[0] == start.robot.qvel[0]);
}

TEST_CASE("an environment to vary is given as a member") {
    CHECK(cheetah{envs::half_cheetah{.reset_noise_scale = 0.5}}.environment.reset_noise_scale == 0.5);
    CHECK(cheetah{{.reset_noise_scale = 0.5}}.environment.reset_noise_scale == 0.5);
    CHECK(cheetah{.environment = {.reset_noise_scale = 0.5}}.environment.reset_noise_scale == 0.5);
    randomized_watched_cheetah const watched{.environment = {}};
    CHECK(watched.privileged_observation_size == 1);
}

TEST_CASE("each episode draws within its ranges, and keeps what it drew") {
    double lowest = 2, highest = 0;
    for (std::uint32_t i = 0; i < 300; ++i) {
        ls::random<double> random(1, i, 0);
        auto const start = cheetah{}.reset(random);
        ls::random<double> again(1, i, 0);
        CHECK(start.robot.qpos[3] == envs::half_cheetah{}.reset(again).qpos[3]);
        for (std::size_t n = 0; n < cheetah::variations; ++n) {
            CHECK(terrain::ranges[n].low <= start.drawn[n]);
            CHECK(start.drawn[n] < terrain::ranges[n].high);
        }
        lowest = std::min(lowest, start.drawn[1]);
        highest = std::max(highest, start.drawn[1]);
        if (i < 3) {
            auto const next = cheetah{}.step(start, ls::vector<double, 6>{1, 1, 1, 1, 1, 1}).state;
            CHECK(next.drawn[1] == start.drawn[1]);
        }
    }
    CHECK(lowest < 0.52);
    CHECK(highest > 1.48);
}

TEST_CASE_TEMPLATE("with factors of one it is the environment itself", Env, envs::half_cheetah, envs::reacher) {
    using same = ls::randomized<Env, as_it_is>;
    ls::random<double> random(2, 0, 0);
    auto state = same{}.reset(random);
    auto plain = state.robot;
    for (int t = 0; t < 5; ++t) {
        ls::vector<double, Env::action_size> action;
        for (double& a : action) {
            a = random.uniform(-1, 1);
        }
        auto const next = same{}.step(state, action);
        auto const expected = Env{}.step(plain, action);
        CHECK(next.reward == doctest::Approx(expected.reward).epsilon(1e-9));
        state = next.state;
        plain = expected.state;
        for (std::size_t i = 0; i < plain.qvel.size(); ++i) {
            CHECK(state.robot.qvel[i] == doctest::Approx(plain.qvel[i]).epsilon(1e-9));
        }
    }
}

TEST_CASE("a weaker motor pushes less, and every lane has its own") {
    using R = ls::native_lanes;
    ls::random<R> random(1, ls::environment_index<R>(0), ls::words<R>{});
    auto start = lockstep_recorded::weak_pendulum{}.reset(random);
    for (R& pack : ls::numbers_of<R>(start.robot)) {
        pack = R(0);
    }
    auto const next = lockstep_recorded::weak_pendulum{}.step(start, ls::vector<R, 1>{R(1)}).state;
    for (std::size_t lane = 0; lane < ls::native_width; ++lane) {
        double const speed = next.robot.qvel[0][lane] / start.drawn[1][lane];
        CHECK(speed == doctest::Approx(next.robot.qvel[0][0] / start.drawn[1][0]).epsilon(0.02));
        CHECK(start.drawn[0][lane] == 3);
    }
    CHECK(next.robot.qvel[0][0] != next.robot.qvel[0][1]);
}

TEST_CASE("the force of a rail's end is that of the rail as it was drawn") {
    using pendulum = ls::randomized<envs::inverted_double_pendulum, short_rail>;
    pendulum::state<double> start{};
    start.robot.qpos[0] = 0.25;
    start.drawn[0] = -0.8;
    CHECK(pendulum{}.step(start, {1.0}).state.robot.rail_force < -10);
    start.robot.qpos[0] = 0;
    CHECK(pendulum{}.step(start, {1.0}).state.robot.rail_force == 0);
}

TEST_CASE("a recorded step does what the step does") {
    ls::program const program = ls::record_step<weak_pendulum>();
    ls::random<double> random(3, 0, 0);
    ls::step_rows<weak_pendulum, double> rows{weak_pendulum{}.reset(random), {0.7}, 0, 0};
    auto const expected = weak_pendulum{}.step(rows.state, rows.action);
    ls::interpret<double>(program, ls::numbers_of<double>(rows));
    CHECK(rows.reward == expected.reward);
    CHECK(rows.state.robot.qvel[0] == doctest::Approx(expected.state.robot.qvel[0]).epsilon(1e-6));
    CHECK(rows.state.robot.qpos[1] == doctest::Approx(expected.state.robot.qpos[1]).epsilon(1e-6));
    CHECK(rows.state.drawn[1] == expected.state.drawn[1]);
}

TEST_CASE("what lockstep_record makes of it moves as the environment does, every lane with its own robot") {
    using R = ls::native_lanes;
    using recorded = lockstep_recorded::weak_pendulum;
    ls::random<R> random(4, ls::environment_index<R>(0), ls::words<R>{});
    auto lanes = recorded{}.reset(random);
    for (int t = 0; t < 5; ++t) {
        weak_pendulum::state<double> exact;
        auto const one = ls::numbers_of<double>(exact);
        for (std::size_t k = 0; k < one.size(); ++k) {
            one[k] = ls::numbers_of<R>(lanes)[k][3];
        }
        exact = weak_pendulum{}.step(exact, ls::vector<double, 1>{1.5}).state;
        lanes = recorded{}.step(lanes, ls::vector<R, 1>{R(1.5)}).state;
        CHECK(lanes.robot.qvel[0][3] == doctest::Approx(exact.robot.qvel[0]).epsilon(1e-4));
        CHECK(lanes.robot.qvel[1][3] == doctest::Approx(exact.robot.qvel[1]).epsilon(1e-4));
    }
}
