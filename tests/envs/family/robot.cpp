// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/family/robot.hpp>
#include <lockstep/envs/recorded/walker2d.hpp>
#include <lockstep/envs/walker2d.hpp>
#include <lockstep/physics/robots/walker2d.hpp>

namespace ls = lockstep;
namespace envs = lockstep::envs;
namespace physics = lockstep::physics;

namespace {

template <class R>
using state = envs::walker2d::state<R>;

}  // namespace

TEST_CASE("a start is the robot's own, off by noise") {
    double positions = 0, uniform = 0, normal = 0, squares = 0;
    for (std::uint32_t i = 0; i < 300; ++i) {
        ls::random<double> first(3, i, 0), second(3, i, 0);
        auto const a = envs::noisy_start<state<double>>(physics::walker2d_model, first, 0.1, envs::velocity_noise::uniform);
        auto const b = envs::noisy_start<state<double>>(physics::walker2d_model, second, 0.1, envs::velocity_noise::normal);
        for (std::size_t k = 0; k < 9; ++k) {
            positions = std::max(positions, std::abs(a.qpos[k] - (k == 1 ? 1.25 : 0)));
            uniform = std::max(uniform, std::abs(a.qvel[k]));
            normal = std::max(normal, std::abs(b.qvel[k]));
            squares += b.qvel[k] * b.qvel[k];
            CHECK(a.qpos[k] == b.qpos[k]);
        }
        CHECK(std::all_of(a.active.begin(), a.active.end(), [](double word) { return word == ls::empty_word<double>(); }));
    }
    CHECK(positions <= 0.1);
    CHECK(positions > 0.099);
    CHECK(uniform <= 0.1);
    CHECK(uniform > 0.099);
    CHECK(normal > 0.2);
    CHECK(std::sqrt(squares / 2700) == doctest::Approx(0.1).epsilon(0.03));
}

TEST_CASE("substeps are the dynamics' in double and the recorded program's in lanes") {
    ls::random<double> random(1, 0, 0);
    auto const start = envs::noisy_start<state<double>>(physics::walker2d_model, random, 0.1, envs::velocity_noise::uniform);
    ls::vector<double, 6> const ctrl{0.5, -0.5, 0.2, -0.1, 0, 1};
    std::vector<double> rows(start.qpos.begin(), start.qpos.end());
    rows.insert(rows.end(), start.qvel.begin(), start.qvel.end());
    rows.insert(rows.end(), start.active.begin(), start.active.end());
    rows.insert(rows.end(), ctrl.begin(), ctrl.end());
    int texts = 0;
    auto const text = [&](auto* numbers) {
        ++texts;
        envs::recorded::walker2d_substep(numbers);
    };
    auto const now = envs::after_substeps<2>(physics::walker2d_model, start, ctrl, text);
    CHECK(texts == 0);
    physics::substep<double>(physics::walker2d_model, std::span(rows));
    physics::substep<double>(physics::walker2d_model, std::span(rows));
    CHECK(std::equal(now.qpos.begin(), now.qpos.end(), rows.begin()));
    CHECK(std::equal(now.qvel.begin(), now.qvel.end(), rows.begin() + 9));

    using R = ls::native_lanes;
    ls::random<R> lanes_random(1, ls::words<R>{}, ls::words<R>{});
    auto const lanes_start =
        envs::noisy_start<state<R>>(physics::walker2d_model, lanes_random, 0.1, envs::velocity_noise::uniform);
    ls::vector<R, 6> lanes_ctrl;
    std::transform(ctrl.begin(), ctrl.end(), lanes_ctrl.begin(), [](double x) { return R(x); });
    auto const lanes_now = envs::after_substeps<2>(physics::walker2d_model, lanes_start, lanes_ctrl, text);
    CHECK(texts == 2);
    for (std::size_t i = 0; i < 9; ++i) {
        CHECK(std::abs(lanes_now.qpos[i][0] - now.qpos[i]) < 1e-5);
    }
}

TEST_CASE("an observation of joints begins as late as its size asks for") {
    state<float> now{};
    for (std::size_t i = 0; i < 9; ++i) {
        now.qpos[i] = static_cast<float>(i);
        now.qvel[i] = static_cast<float>(10 + i);
    }
    auto const all = envs::joints<18>(now);
    auto const some = envs::joints<16>(now, [](float v) { return std::min(v, 12.0f); });
    CHECK(all[0] == 0);
    CHECK(all[17] == 18);
    CHECK(some[0] == 2);
    CHECK(some[7] == 10);
    CHECK(some[15] == 12);
}

TEST_CASE("a range has neither of its bounds, and no NaN") {
    ls::vector<double, 2> const range{-1, std::numeric_limits<double>::infinity()};
    CHECK(envs::within(range, 1e300));
    CHECK_FALSE(envs::within(range, -1.0));
    CHECK_FALSE(envs::within(range, std::numeric_limits<double>::infinity()));
    CHECK_FALSE(envs::within(range, std::numeric_limits<double>::quiet_NaN()));
}
