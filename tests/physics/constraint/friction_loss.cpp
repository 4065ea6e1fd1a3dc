// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/constraint/friction_loss.hpp>
#include <tests/physics/golden_steps.hpp>
#include <tests/physics/machines.hpp>
#include <tests/support/recorded_substep.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

physics::model const plain;

constexpr physics::model::dof joint = [] {
    physics::model::dof d{.friction_loss = 3, .friction = {.dmin = 0.75, .dmax = 0.9, .width = 0.01, .inverse_weight = 1.5}};
    d.friction_row.bit = 4;
    return d;
}();

}  // namespace

TEST_CASE("dry friction brakes an arm on the ground and in its limits as MuJoCo's does") {
    support::check_golden_steps(physics::dry_arm_model, "dry_arm", 0, 60);
}

TEST_CASE("a recorded step with dry friction is the step") {
    support::check_recorded(physics::dry_arm_model, support::record_substep(physics::dry_arm_model), "physics/dry_arm_steps.csv");
}

TEST_CASE("the force grows to the friction loss and no further") {
    CHECK(physics::friction_weight(joint.friction) == doctest::Approx(2));
    CHECK(physics::friction_force(plain, joint, 1.0) == doctest::Approx(-2));
    CHECK(physics::friction_force(plain, joint, -1.4) == doctest::Approx(2.8));
    CHECK(physics::friction_force(plain, joint, 9.0) == -3);
    CHECK(physics::friction_force(plain, joint, -9.0) == 3);
}

TEST_CASE_TEMPLATE("a row in the solver is that force around its acceleration", R, float, double, ls::lanes<4>) {
    for (double const residual : {-4.0, -1.0, 0.5, 7.0}) {
        R const word = physics::with_friction(plain, joint, R(residual), ls::empty_word<R>());
        CHECK(ls::any(ls::bit(word, 4)) == (residual < -1.5));
        CHECK(ls::any(ls::bit(word, 5)) == (residual > 1.5));
        R const again = physics::with_friction_of(joint, word, ls::empty_word<R>());
        CHECK_FALSE(ls::any(ls::differ(word, again)));
        R diagonal(10), force(20);
        double const aref = -0.25, acceleration = aref + residual;
        physics::add_friction(plain, joint, {.negated = R(-aref)}, word, diagonal, force);
        R const own = force - R(20) - (diagonal - R(10)) * R(acceleration);
        CHECK(double(ls::lane(own, 0)) == doctest::Approx(physics::friction_force(plain, joint, residual)));
    }
}
