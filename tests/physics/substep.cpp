// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <span>
#include <vector>

#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/substep.hpp>
#include <tests/physics/robots.hpp>
#include <tests/support/csv.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a substep is one step of the robot's integrator, over rows of qpos, qvel, active set and controls") {
    auto const check = [](physics::model const& m, char const* file, auto const& step) {
        std::size_t const q = m.qpos_size(), v = m.qvel_size();
        std::vector<double> rows = support::read_csv(file)[0];
        rows.resize(q + v + m.ctrl_size());
        rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(q + v), m.words, 0.0);
        REQUIRE(rows.size() == physics::substep_rows(m));
        auto expected = rows;
        std::span<double> const all(expected);
        step(m, all.first(q), all.subspan(q, v), std::span<double const>(all.last(m.ctrl_size())), all.subspan(q + v, m.words));
        physics::substep<double>(m, std::span(rows));
        CHECK(rows == expected);
    };
    check(physics::half_cheetah_model, "physics/half_cheetah_contact.csv",
          [](auto const&... arguments) { physics::euler_step<double>(arguments...); });
    check(physics::tripod_model, "physics/tripod_steps.csv",
          [](auto const&... arguments) { physics::runge_kutta_step<double>(arguments...); });
}
