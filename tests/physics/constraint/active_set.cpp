// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/constraint/active_set.hpp>
#include <lockstep/physics/model.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("the limb of a word is that of the bodies whose rows are in it, and otherwise the trunk") {
    physics::model const& m = physics::tripod_model;
    for (physics::model::point const& p : m.points) {
        CHECK(physics::limb_of_word(m, p.row.word) == m.bodies[p.body].limb);
    }
    CHECK(physics::limb_of_word(m, m.unconverged_word) == 0);
}

TEST_CASE("without dry friction of tendons all rows have room for others") {
    CHECK(physics::friction_bits(physics::tripod_model) == 0);
    CHECK(physics::room_for_rows(physics::tripod_model) == physics::max_rows);
    CHECK(physics::most_coupled_limits(physics::tripod_model) == 0);
}
