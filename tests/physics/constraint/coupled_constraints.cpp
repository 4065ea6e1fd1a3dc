// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <span>
#include <variant>
#include <vector>

#include <lockstep/physics/constraint/coupled_constraints.hpp>
#include <tests/physics/dense.hpp>
#include <tests/physics/machines.hpp>

using namespace physics_test;

namespace {

physics::per_dof<double> numbers(scene const& s, double first) {
    physics::per_dof<double> result{};
    for (std::size_t i = 0; i < s.m.dofs.size(); ++i) {
        result[i] = first - static_cast<double>(i);
    }
    return result;
}

// What a list that is filled by hand says in every state, the constraints of the model say.
template <class List, class AddTo>
void check_against(physics::model const& m, char const* states, AddTo const& add_to) {
    double active = 0;
    for (auto const& row : support::read_csv(states)) {
        scene const s(m, row);
        List list(m);
        physics::add_limit_rows<double>(m, s.qpos, s.qvel, list);
        double const dropped = physics::add_pair_rows<double>(m, s.pose, s.qvel, list);
        physics::coupled_constraints<double> constraints(m);
        constraints.add<physics::model>(m, s.pose, s.qpos, s.qvel);

        auto const qacc = numbers(s, 3), step = numbers(s, -2);
        CHECK(constraints.dropped() == dropped);
        CHECK(constraints.first_active(5) == list.first_active(5));
        CHECK(constraints.active_at(qacc) == list.active_at(qacc));
        CHECK(constraints.slope(qacc, step) == doctest::Approx(list.slope(qacc, step)).epsilon(1e-12));
        auto expected = eliminated(s, {}), result = expected;
        enter(s, expected, [&](auto& solution) { add_to(list, qacc, solution); });
        constraints.add_to(s.pose, list.active_at(qacc), qacc, result);
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            CHECK(result[i].force == doctest::Approx(expected[i].force).epsilon(1e-12));
        }
        active += list.active_at(qacc);
    }
    CHECK(active > 0);
}

}  // namespace

TEST_CASE("what couples links is rows") {
    check_against<physics::coupled_rows<double>>(physics::latch_model, "physics/latch_steps.csv",
                                                 [](auto const& rows, auto const& qacc, auto& solution) {
        rows.add_to(rows.active_at(qacc), solution);
    });
    physics::coupled_constraints<double> const constraints(physics::latch_model);
    CHECK(constraints.murty_pivot(0, 0) == 0);
}

TEST_CASE("where links touch with elliptic cones it is contacts, of which no single row is turned") {
    check_against<physics::coupled_cones<double>>(physics::wrestlers_model, "physics/wrestlers_steps.csv",
                                                  [](auto const& cones, auto const& qacc, auto& solution) {
        cones.add_to(qacc, solution);
    });
    physics::coupled_constraints<double> const constraints(physics::wrestlers_model);
    CHECK_THROWS_AS(static_cast<void>(constraints.murty_pivot(0, 0)), std::bad_variant_access);
}
