// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/limit.hpp>

namespace physics = lockstep::physics;

namespace {

constexpr physics::model::dof slider{
    .limited = true,
    .range = {-1, 2},
    .limit = {.dmin = 0.9, .dmax = 0.9, .stiffness = 100, .damping = 5, .inverse_weight = 2},
};

}  // namespace

TEST_CASE("the nearer end of the range pushes back") {
    CHECK(physics::distance_to_limit(slider, 1.5) == 0.5);
    auto const upper = physics::find_limit(slider, 2.1, 0.0), lower = physics::find_limit(slider, -1.1, 0.0);
    CHECK(upper.side == -1);
    CHECK(lower.side == 1);
    CHECK(upper.weight == doctest::Approx(0.9 / (0.1 * 2)));
    CHECK(physics::limit_force(upper, 0.0) == doctest::Approx(-upper.weight * 100 * 0.9 * 0.1));
    CHECK(physics::limit_force(lower, 0.0) == doctest::Approx(lower.weight * 100 * 0.9 * 0.1));
}

TEST_CASE("a limit pushes, but does not pull") {
    auto const upper = physics::find_limit(slider, 2.1, 0.0);
    CHECK(physics::limit_force(upper, -9.1) == 0);
    CHECK(physics::limit_force(upper, -8.9) < 0);
    CHECK(physics::limit_force(physics::find_limit(slider, 1.9, 3.0), 5.0) == 0);
}
