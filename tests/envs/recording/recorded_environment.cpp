// SPDX-License-Identifier: MIT
// The environments that tests/CMakeLists.txt records with lockstep_record, as a user's project does.
#include <concepts>
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/concept/observation_image.hpp>
#include <lockstep/envs/concept/physical_environment.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/recording/recorded_environment.hpp>
#include <lockstep_recorded/cartpole.hpp>
#include <lockstep_recorded/moving_average.hpp>
#include <lockstep_recorded/pendulum.hpp>
#include <lockstep_recorded/tunnel.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/envs/tunnel.hpp>

namespace ls = lockstep;

static_assert(ls::environment<lockstep_recorded::pendulum>);
static_assert(ls::environment<lockstep_recorded::tunnel>);
static_assert(ls::action_high<lockstep_recorded::pendulum> == 2);
static_assert(ls::environment<lockstep_recorded::cartpole> && lockstep_recorded::cartpole::action_count == 2);
static_assert(!ls::discrete_actions<lockstep_recorded::pendulum> && !ls::privileged<lockstep_recorded::pendulum>);
static_assert(ls::privileged<lockstep_recorded::tunnel> && ls::check_privileged<lockstep_recorded::tunnel>());
static_assert(ls::observes_image<ls::recorded_environment<lockstep_test::catch_ball, void>>);
static_assert(!ls::observes_image<lockstep_recorded::pendulum>);
static_assert(ls::physical_environment<ls::recorded_environment<ls::envs::inverted_pendulum, void>>);
static_assert(!ls::physical_environment<lockstep_recorded::pendulum>);
static_assert(std::same_as<ls::state_t<lockstep_recorded::pendulum, float>, ls::envs::pendulum::state<float>>);

TEST_CASE_TEMPLATE("a recorded pendulum is the pendulum", R, float, double, ls::lanes<4>, ls::lanes<16>) {
    for (float const torque : {-3.0f, 0.5f}) {
        ls::envs::pendulum::state<R> plain{R(3), R(-1)};
        auto recorded = plain;
        for (int step = 0; step < 20; ++step) {
            auto const a = ls::envs::pendulum{}.step(plain, ls::vector<R, 1>{R(torque)});
            auto const b = lockstep_recorded::pendulum{}.step<R>(recorded, {R(torque)});
            plain = a.state;
            recorded = b.state;
            CHECK(ls::lane(b.state.angle, 0) == doctest::Approx(ls::lane(a.state.angle, 0)).epsilon(1e-5));
            CHECK(ls::lane(b.state.speed, 0) == doctest::Approx(ls::lane(a.state.speed, 0)).epsilon(1e-5));
            CHECK(ls::lane(b.reward, 0) == doctest::Approx(ls::lane(a.reward, 0)).epsilon(1e-5));
        }
    }
}

TEST_CASE("a recorded step tells every lane whether it has terminated") {
    using R = ls::lanes<4>;
    float const position[] = {0.0f, 0.95f, -0.95f, 0.5f};
    float const speed[] = {0.1f, 0.1f, -0.1f, -0.1f};
    auto const after = lockstep_recorded::tunnel{}.step<R>({R::load(position), R::load(speed)}, {R(0)});
    bool const terminated[] = {false, true, true, false};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(after.terminated[i] == terminated[i]);
        CHECK(after.state.position[i] == doctest::Approx(position[i] + speed[i]));
        CHECK(after.reward[i] == doctest::Approx(speed[i]));
    }
}

TEST_CASE_TEMPLATE("a recorded cart is pushed to the side that its action names", R, float, ls::lanes<4>) {
    for (float const side : {0.0f, 1.0f}) {
        ls::envs::cartpole::state<R> const before{R(0.1), R(0.2), R(0.2), R(0.4)};
        auto const a = ls::envs::cartpole{}.step(before, ls::vector<R, 1>{R(side)});
        auto const b = lockstep_recorded::cartpole{}.step<R>(before, {R(side)});
        CHECK(ls::lane(b.state.speed, 0) == doctest::Approx(ls::lane(a.state.speed, 0)).epsilon(1e-6));
        CHECK((ls::lane(b.state.speed, 0) > 0.2f) == (side == 1));
    }
}

TEST_CASE("a recorded kernel transforms rows") {
    float rows[] = {1, 2, 6};
    lockstep_recorded::moving_average(rows);
    CHECK(rows[2] == 3.0f);
}
