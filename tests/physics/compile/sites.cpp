// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <stdexcept>

#include <lockstep/physics/compile/sites.hpp>
#include <tests/physics/refusal.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a site stays where it is on a body that is fused, and in the world") {
    physics::robot r = physics::tripod;
    r.sites = {{.name = "tip", .body = "toe", .position = {0.1, 0, 0}, .orientation = {0.8, 0, -0.6, 0}},
               {.name = "goal", .position = {1, 2, 3}}};
    physics::model const m = physics::compile(r);
    REQUIRE(m.sites.size() == 2);
    CHECK(m.sites[0].body == 1);
    CHECK(m.sites[0].position.x == doctest::Approx(0.3 + 0.28 * 0.1));
    CHECK(m.sites[0].position.z == doctest::Approx(-0.2 - 0.96 * 0.1));
    CHECK(m.sites[0].orientation.x.x == doctest::Approx(1));
    CHECK(m.sites[1].body == physics::no_body);
    CHECK(m.sites[1].position.z == 3);
    CHECK(physics::index_of_site(r, "goal") == 1);
    CHECK_THROWS_WITH_AS(physics::index_of_site(r, "aim"), "lockstep::physics::compile: site \"aim\" does not exist",
                         std::invalid_argument);
    CHECK(physics::refusal(r, [](physics::robot& changed) { changed.sites[0].body = "wing"; }) ==
          "site \"tip\" is on a body that does not exist");
}
