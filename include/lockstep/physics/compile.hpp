// SPDX-License-Identifier: MIT
// Compiles a robot to its model, the tables of its dynamics, as MuJoCo's compiler does (MuJoCo documentation, "Modeling"). It
// works at compile time and at run time.
#pragma once

#include <cstddef>

#include <lockstep/physics/compile/active_set.hpp>
#include <lockstep/physics/compile/boxes.hpp>
#include <lockstep/physics/compile/coupled_dofs.hpp>
#include <lockstep/physics/compile/integrator.hpp>
#include <lockstep/physics/compile/inverse_weight.hpp>
#include <lockstep/physics/compile/joints.hpp>
#include <lockstep/physics/compile/limbs.hpp>
#include <lockstep/physics/compile/masses.hpp>
#include <lockstep/physics/compile/motors.hpp>
#include <lockstep/physics/compile/names.hpp>
#include <lockstep/physics/compile/numbers.hpp>
#include <lockstep/physics/compile/pairs.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/planar.hpp>
#include <lockstep/physics/compile/points.hpp>
#include <lockstep/physics/compile/sites.hpp>
#include <lockstep/physics/compile/tendons.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns the model of a robot. Throws std::invalid_argument if a part of the robot is wrong or not supported, and
/// std::length_error if there are too many parts. At compile time these are errors of the compiler.
constexpr model compile(robot const& r) {
    check_names(r);
    check_numbers(r);
    check_integrator(r);
    model m{.timestep = r.timestep,
            .density = r.density,
            .viscosity = r.viscosity,
            .gravity = r.gravity,
            .integrator = r.integrator,
            .cone = r.cone,
            .impratio = r.impratio};
    placements const places = add_bodies(r, m);
    add_joints(r, places, m);
    set_masses(r, places, m);
    add_boxes(r, places, m);
    m.planar = is_planar(r, m);
    add_tendons(r, m);
    reference_pose const pose(m);
    check_joints(r, pose.redundant_dof());
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        m.dofs[i].inverse_weight = pose.of_dof(i);
        m.dofs[i].limit.inverse_weight = m.dofs[i].friction.inverse_weight = m.dofs[i].inverse_weight;
    }
    for (std::size_t t = 0; t < m.tendons.size(); ++t) {
        double const own = pose.of_tendon(t), least = 1e-15;  // MuJoCo's value for a tendon whose coefficients are 0
        m.tendons[t].limit.inverse_weight = m.tendons[t].friction.inverse_weight = own > least ? own : least;
    }
    for (model::ball_limit& b : m.ball_limits) {
        b.limit.inverse_weight = m.dofs[b.dof].inverse_weight;
    }
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        add_points(r, places[b], b, pose, m);
    }
    add_pairs(r, places, pose, m);
    add_motors(r, pose, m);
    add_sites(r, places, m);
    find_coupled_dofs(m);
    find_limbs(m);
    assign_rows(m);
    return m;
}

}  // namespace lockstep::physics
