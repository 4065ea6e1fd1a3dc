// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>

#include <lockstep/physics/compile/coupled_dofs.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a contact between two links moves the dofs between them, and no others") {
    physics::model m;
    for (std::size_t b = 0; b < 4; ++b) {  // a trunk, a chain of two bodies on it, and a body beside them
        m.bodies.push_back({.parent = b == 0 ? physics::no_body : b == 2 ? 1u : 0u});
        m.dofs.push_back({.body = b});
    }
    m.shapes.push_back({.body = 2});
    m.shapes.push_back({.body = 0});
    m.pairs.push_back({.first = 0, .second = 1});
    physics::find_coupled_dofs(m);
    bool const moved[] = {false, true, true, false};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(m.dofs[i].coupled == moved[i]);
    }
}

TEST_CASE("limits of tendons, dry friction of tendons, ball limits and narrow ranges couple their dofs") {
    physics::model m;
    m.bodies.push_back({});
    for (std::size_t i = 0; i < 7; ++i) {
        m.dofs.push_back({.body = 0});
    }
    m.dofs[0].narrow = true;
    m.tendons.push_back({.joints = {{.dof = 1}}, .limited = true});
    m.tendons.push_back({.joints = {{.dof = 2}}, .friction_loss = 1});
    m.tendons.push_back({.joints = {{.dof = 3}}});
    m.ball_limits.push_back({.dof = 4});
    physics::find_coupled_dofs(m);
    for (std::size_t i = 0; i < 7; ++i) {
        CHECK(m.dofs[i].coupled == (i != 3));
    }
}

TEST_CASE("a robot whose links do not touch has no coupled dofs") {
    for (physics::model::dof const& d : physics::half_cheetah_model.dofs) {
        CHECK_FALSE(d.coupled);
    }
}
