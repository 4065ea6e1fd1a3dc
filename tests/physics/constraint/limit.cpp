// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/constraint/limit.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

physics::model const plain;

physics::model::dof const joint = {.limited = true,
                                   .range = {-0.5, 1},
                                   .limit = {.dmin = 0.5, .dmax = 0.5, .stiffness = 100, .damping = 10, .inverse_weight = 2},
                                   .row = {0, 3}};

constexpr physics::model::dof slider{
    .limited = true,
    .range = {-1, 2},
    .limit = {.dmin = 0.9, .dmax = 0.9, .stiffness = 100, .damping = 5, .inverse_weight = 2},
};

}  // namespace

TEST_CASE("the nearer end of the range counts") {
    CHECK(physics::distance_to_limit(plain, joint, -0.25) == 0.25);
    CHECK(physics::distance_to_limit(plain, joint, 0.75) == 0.25);
    CHECK(physics::distance_to_limit(plain, joint, -0.75) == -0.25);
    CHECK(physics::distance_to_limit(plain, joint, 1.5) == -0.5);
}

TEST_CASE("a violated limit pushes back: D = d / ((1 - d) A), -aref = b v + k d r") {
    auto const below = physics::find_limit(plain, joint, -0.75, 2.0);
    CHECK(below.side == 1);
    CHECK(below.weight == doctest::Approx(0.5));
    CHECK(below.aref.negated == doctest::Approx(10 * 2 - 100 * 0.5 * 0.25));
    auto const above = physics::find_limit(plain, joint, 1.5, 2.0);
    CHECK(above.side == -1);
    CHECK(above.aref.negated == doctest::Approx(10 * 2 + 100 * 0.5 * 0.5));
    CHECK(physics::find_limit(plain, joint, 0.0, 2.0).weight == 0);
}

TEST_CASE_TEMPLATE("its bit is set where the joint would go on outwards", R, float, double, ls::lanes<4>) {
    auto const is_active = [](double qpos, double acceleration) {
        auto const limit = physics::find_limit(plain, joint, R(qpos), R(0));
        R const word = physics::with_limit(joint, limit, R(acceleration), ls::empty_word<R>());
        return ls::any(ls::bit(word, 3));
    };
    CHECK(is_active(-0.75, 0));
    CHECK(is_active(-0.75, 12));
    CHECK_FALSE(is_active(-0.75, 13));  // above 100 * 0.5 * 0.25 it leaves faster than it is pushed
    CHECK(is_active(1.5, 0));
    CHECK_FALSE(is_active(1.5, -26));
    CHECK_FALSE(is_active(0, -100));
}

TEST_CASE("the nearer end of the range pushes back") {
    CHECK(physics::distance_to_limit(plain, slider, 1.5) == 0.5);
    auto const upper = physics::find_limit(plain, slider, 2.1, 0.0), lower = physics::find_limit(plain, slider, -1.1, 0.0);
    CHECK(upper.side == -1);
    CHECK(lower.side == 1);
    CHECK(upper.weight == doctest::Approx(0.9 / (0.1 * 2)));
    CHECK(physics::limit_force(upper, 0.0) == doctest::Approx(-upper.weight * 100 * 0.9 * 0.1));
    CHECK(physics::limit_force(lower, 0.0) == doctest::Approx(lower.weight * 100 * 0.9 * 0.1));
}

TEST_CASE("a limit pushes, but does not pull") {
    auto const upper = physics::find_limit(plain, slider, 2.1, 0.0);
    CHECK(physics::limit_force(upper, -9.1) == 0);
    CHECK(physics::limit_force(upper, -8.9) < 0);
    CHECK(physics::limit_force(physics::find_limit(plain, slider, 1.9, 3.0), 5.0) == 0);
}
