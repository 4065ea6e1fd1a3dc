// SPDX-License-Identifier: MIT
// Inertias, velocities and bias forces of the bodies: the recursive Newton-Euler algorithm at zero joint acceleration
// (Featherstone 2008, section 5.3), body by body.
#pragma once

#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// The inertias, velocities and bias forces of the bodies, in world axes. Spatial vectors and inertias are about O
/// (physics/dynamics/kinematics.hpp). Bias forces include those against gravity.
template <real R>
struct body_dynamics {
    per_body<spatial_inertia<R>> inertia;  // kg, kg m, kg m^2
    per_body<spatial<R>> velocity;         // rad/s, m/s: relative to O, which moves with tree_velocity
    per_body<vec3<R>> tree_velocity;       // m/s: of O; bias forces do not depend on it
    per_body<spatial<R>> bias;             // N m, N: the force that each body by itself needs at zero joint acceleration
};

/// Returns the inertias, velocities and bias forces of all bodies. `qvel` has m.qvel_size() joint velocities.
template <real R, class Model>
body_dynamics<R> bias_forces(Model const& m, kinematics<R> const& k, std::span<R const> qvel) {
    body_dynamics<R> result;
    per_body<spatial<R>> acceleration;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        model::body const& body = m.bodies[b];
        bool const root = body.parent == no_body;
        spatial<R> velocity = root ? zero_spatial<R>() : result.velocity[body.parent];
        spatial<R> a = root ? spatial<R>{zero3<R>(), rest_acceleration<R>(m)} : acceleration[body.parent];
        vec3<R> tree_velocity = root ? zero3<R>() : result.tree_velocity[body.parent];
        // The axis of a slide or hinge moves with what comes before the joint. The axes of a ball or free joint move with what
        // comes after it.
        bool at_rest = root;
        spatial<R> after = velocity;
        for (std::size_t i = body.first_dof; i < body.first_dof + body.dof_count; ++i) {
            model::dof const& d = m.dofs[i];
            spatial<R> const step = qvel[i] * k.axis[i];
            if (d.moves_tree) {
                tree_velocity = tree_velocity + step.linear;
                continue;
            }
            if (d.type == dof_type::rotation && d.index == 0 && !at_rest) {
                after = velocity + step + qvel[i + 1] * k.axis[i + 1] + qvel[i + 2] * k.axis[i + 2];
            }
            spatial<R> const& moving = d.type == dof_type::rotation ? after : velocity;
            a.angular = a.angular + cross(moving.angular, step.angular);
            a.linear = a.linear + (cross(moving.angular, step.linear) + cross(moving.linear, step.angular));
            velocity = velocity + step;
            at_rest = at_rest && d.type == dof_type::rotation && d.index < 2;
        }
        result.velocity[b] = velocity;
        result.tree_velocity[b] = tree_velocity;
        acceleration[b] = a;

        vec3<R> const center = k.position[b] + k.orientation[b] * constant<R>(body.center);
        symmetric3<R> const about_center =
            body.axisymmetric ? axisymmetric(R(of_mass(m, b, body.across)), R(of_mass(m, b, body.along - body.across)),
                                             k.orientation[b] * constant<R>(body.axis))
                              : rotated(k.orientation[b], of_mass<R>(m, b, body.inertia));
        result.inertia[b] = rigid_inertia(R(of_mass(m, b, body.mass)), center, about_center);

        // Newton and Euler about the centre of mass.
        vec3<R> const& w = velocity.angular;
        vec3<R> const at_center = (a.linear + cross(a.angular, center)) + cross(w, velocity.linear + cross(w, center));
        vec3<R> const force = R(of_mass(m, b, body.mass)) * at_center;
        vec3<R> const torque = about_center * a.angular + cross(w, about_center * w);
        result.bias[b] = {cross(center, force) + torque, force};
    }
    return result;
}

}  // namespace lockstep::physics
