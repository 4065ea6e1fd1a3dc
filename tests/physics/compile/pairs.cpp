// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/compile/pairs.hpp>
#include <lockstep/physics/robots/hopper.hpp>
#include <lockstep/physics/robots/humanoid.hpp>
#include <tests/physics/refusal.hpp>

namespace physics = lockstep::physics;

TEST_CASE("the humanoid has 109 pairs, the hopper 3") {
    physics::model const& m = physics::humanoid_model;
    CHECK(physics::hopper_model.pairs.size() == 3);
    REQUIRE(m.pairs.size() == 109);
    REQUIRE(m.shapes.size() == 17);
    std::size_t capsules = 0, spheres = 0;
    for (physics::model::pair const& p : m.pairs) {
        physics::model::shape const &a = m.shapes[p.first], &b = m.shapes[p.second];
        CHECK((a.type < b.type || (a.type == b.type && p.first < p.second)));
        CHECK(a.body != b.body);
        CHECK(p.condim == 1);
        CHECK(p.contact.margin == doctest::Approx(0.002));
        CHECK(p.reach == doctest::Approx(a.radius + a.half_length + b.radius + b.half_length + 0.002));
        capsules += a.type == physics::geom_type::capsule;
        spheres += b.type == physics::geom_type::sphere;
    }
    CHECK(capsules == 52);
    CHECK(spheres == 10);
    CHECK(m.dropped_contacts_word == m.words - 1);
    CHECK(m.unconverged_word == m.words - 2);
    CHECK(physics::hopper_model.dropped_contacts_word == physics::no_word);
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        CHECK(m.dofs[i].coupled == (i >= 6));
    }
}

TEST_CASE("shapes that no two links can touch with are refused") {
    physics::robot r{.name = "boxes"};
    for (char const* name : {"one", "two"}) {
        r.bodies.push_back({.name = name,
                            .joints = {{.name = name}},
                            .geoms = {{.name = name, .type = physics::geom_type::box, .half_sizes = {1, 1, 1}}}});
    }
    CHECK(physics::refusal(r, [](physics::robot&) {}) ==
          "geoms \"one\" and \"two\" may touch, but contacts between these types are not supported");
}

TEST_CASE("two bodies that may touch and of which neither can go anywhere are refused") {
    physics::robot r{.name = "wheels"};
    for (char const* name : {"one", "two"}) {
        r.bodies.push_back({.name = name,
                            .joints = {{.name = name}},
                            .geoms = {{.name = name, .type = physics::geom_type::sphere, .radius = 0.1}}});
    }
    CHECK(physics::refusal(r, [](physics::robot&) {}) ==
          "bodies \"one\" and \"two\" may touch, and the centre of mass of neither can move");
    CHECK(physics::refusal(r, [](physics::robot& wheels) { wheels.bodies[1].joints[0].position = {0.1, 0, 0}; }) == "");
    CHECK(physics::refusal(r, [](physics::robot& wheels) { wheels.exclusions = {{"one", "two"}}; }) == "");
}
