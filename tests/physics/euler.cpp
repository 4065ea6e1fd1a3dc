// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/substep.hpp>
#include <tests/support/csv.hpp>

namespace physics = lockstep::physics;

TEST_CASE("the cheetah walks MuJoCo's trajectory until rounding errors have grown") {
    auto const rows = support::read_csv("physics/half_cheetah_trajectory.csv");
    REQUIRE(rows.size() == 300);
    std::vector<double> qpos(9, 0.0), qvel(9, 0.0), active(physics::half_cheetah_model.words, 0.0);
    double worst = 0, worst_of_first_hundred = 0;
    for (std::size_t t = 0; t < rows.size(); ++t) {
        std::span<double const> const row(rows[t]);
        for (int k = 0; k < 5; ++k) {
            physics::substep<double>(physics::half_cheetah_model, qpos, qvel, row.first(6), active);
        }
        for (std::size_t i = 0; i < 9; ++i) {
            worst = std::max(worst, std::abs(qpos[i] - row[6 + i]));
        }
        if (t <= 100) {
            worst_of_first_hundred = worst;
        }
    }
    CHECK(worst_of_first_hundred < 1e-6);
    CHECK(worst < 1);
}

TEST_CASE("without damping the step is the explicit one") {
    physics::robot frictionless = physics::half_cheetah;
    for (physics::body& b : frictionless.bodies) {
        for (physics::joint& j : b.joints) {
            j.damping = 0;
        }
    }
    physics::model const m = physics::compile(frictionless);
    std::vector<double> qpos(9, 0.05), qvel(9, 0.3), active(m.words, 0.0), again(m.words, 0.0);
    std::vector<double> const ctrl(6, 0.5), before = qvel;
    auto const forward = physics::forward<double>(m, qpos, qvel, ctrl, again);
    physics::substep<double>(m, qpos, qvel, ctrl, active);
    for (std::size_t i = 0; i < 9; ++i) {
        CHECK(qvel[i] == doctest::Approx(before[i] + m.timestep * forward.qacc[i]).epsilon(1e-13));
        CHECK(qpos[i] == doctest::Approx(0.05 + m.timestep * qvel[i]).epsilon(1e-13));
    }
}
