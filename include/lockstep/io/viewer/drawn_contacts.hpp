// SPDX-License-Identifier: MIT
// Where a viewer draws the contact forces of a robot. The physics knows only the torque and the force on each body.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/dynamics/centroidal.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>
#include <lockstep/physics/scene.hpp>

namespace lockstep {

/// A force (N) and the place where it acts (m), in world axes.
struct drawn_contact {
    vec3<double> place, force;
};

/// Returns the robot's weight in N, by which a viewer scales forces. If the model has no gravity, it is the weight on Earth.
LOCKSTEP_COLD inline double weight_of(physics::model const& model) {
    double mass = 0;
    for (physics::model::body const& body : model.bodies) {
        mass += body.mass;
    }
    double const gravity = std::sqrt(dot(model.gravity, model.gravity));
    return mass * (gravity > 0 ? gravity : 9.81);
}

namespace detail {

/// Returns the approximate places where a shape touches others: the ends of a capsule or a cylinder, the centre of other shapes.
LOCKSTEP_COLD inline std::vector<vec3<double>> ends_of(physics::shape const& shape, physics::pose const& pose) {
    if (shape.type != physics::geom_type::capsule && shape.type != physics::geom_type::cylinder) {
        return {pose.position};
    }
    vec3<double> const half = shape.size[1] * column(rotation(pose.orientation), 2);
    return {pose.position + half, pose.position - half};
}

}  // namespace detail

/// Returns the contact forces of a frame. `poses` are the poses of the scene's shapes, and `qpos` the model's positions.
/// `wrenches`, [bodies][6], has for each body of the robot the torque (N m) about the centre of mass of the body's tree, then the
/// force (N) (MuJoCo's cfrc_ext). A torque and a force fix a line of action: the force is drawn where that line comes nearest to
/// an end of the body's shapes. If the body has no shape, it is drawn where the line comes nearest to the centre of mass. Forces
/// below a thousandth of the weight are left out.
LOCKSTEP_COLD inline std::vector<drawn_contact> drawn_contacts(physics::robot const& robot, physics::model const& model,
                                                               physics::scene const& scene, std::span<physics::pose const> poses,
                                                               std::span<double const> qpos, std::span<double const> wrenches) {
    auto const k = physics::forward_kinematics<double>(model, qpos);
    double const least_force = 1e-3 * weight_of(model);
    std::vector<drawn_contact> contacts;
    for (std::size_t p = 0; p < model.robot_bodies.size(); ++p) {
        auto const w = wrenches.subspan(6 * p, 6);
        vec3<double> const torque = {w[0], w[1], w[2]}, force = {w[3], w[4], w[5]};
        double const squared = dot(force, force);
        if (!(std::sqrt(squared) > least_force)) {
            continue;
        }
        std::size_t const root = physics::root_of(model, model.robot_bodies[p].body);
        vec3<double> const line = k.origin[root] + physics::center_of_mass(model, k, root) + (1 / squared) * cross(force, torque);
        drawn_contact contact{line, force};
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
            if (scene.shapes[i].body != robot.bodies[p].name) {
                continue;
            }
            for (vec3<double> const& end : detail::ends_of(scene.shapes[i], poses[i])) {
                vec3<double> const nearest = line + (dot(end - line, force) / squared) * force, apart = end - nearest;
                if (double const distance = dot(apart, apart); distance < least) {
                    least = distance;
                    contact.place = nearest;
                }
            }
        }
        contacts.push_back(contact);
    }
    return contacts;
}

}  // namespace lockstep
