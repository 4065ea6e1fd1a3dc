// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <span>
#include <string>
#include <vector>

#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/substep.hpp>
#include <tests/physics/robots.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/refusal.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a substep is one step of the robot's integrator, over rows of qpos, qvel, active set and controls") {
    auto const check = [](physics::model const& m, char const* file, auto const& step) {
        std::size_t const q = m.qpos_size(), v = m.qvel_size();
        std::vector<double> rows = support::read_csv(file)[0];
        rows.resize(q + v + m.ctrl_size());
        rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(q + v), m.words, 0.0);
        REQUIRE(rows.size() == physics::substep_size(m));
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

TEST_CASE("too few numbers, or too many, are refused by name") {
    physics::model const& m = physics::half_cheetah_model;
    std::size_t const needed = physics::substep_size(m), all = physics::evaluated_substep_size(m);
    std::vector<double> rows(all + 1, 0.0);
    std::span<double> const given(rows);
    std::string const words = std::to_string(m.words);
    auto const refusal = [&](std::size_t q, std::size_t v, std::size_t u, std::size_t a) {
        return support::refusal(
            [&] { physics::substep<double>(m, given.first(q), given.first(v), given.first(u), given.first(a)); });
    };
    CHECK(refusal(8, 9, 6, m.words) == "lockstep::physics::substep: qpos has 8 numbers; the model needs 9");
    CHECK(refusal(9, 10, 6, m.words) == "lockstep::physics::substep: qvel has 10 numbers; the model needs 9");
    CHECK(refusal(9, 9, 5, m.words) == "lockstep::physics::substep: ctrl has 5 numbers; the model needs 6");
    CHECK(refusal(9, 9, 6, 0) == "lockstep::physics::substep: active has 0 numbers; the model needs " + words);
    for (std::size_t const count : {needed - 1, needed + 1}) {
        CHECK(support::refusal([&] { physics::substep<double>(m, given.first(count)); }) ==
              "lockstep::physics::substep: the span of qpos, qvel, active and ctrl has " + std::to_string(count) +
                  " numbers; the model needs " + std::to_string(needed));
    }
    CHECK(support::refusal([&] { physics::evaluated_substep<double>(m, given.first(all - 1)); }) ==
          "lockstep::physics::substep: the span of an evaluated substep has " + std::to_string(all - 1) +
              " numbers; the model needs " + std::to_string(all));
    for (std::size_t const count : {all, all + 1}) {
        CHECK(support::refusal([&] { physics::evaluated_substep<double>(m, given.first(count)); }) == "accepted");
    }
}
