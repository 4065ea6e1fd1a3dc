// SPDX-License-Identifier: MIT
// The inverse inertia that a force on a body meets: the translational part of MuJoCo's body_invweight0.
#pragma once

#include <cstddef>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/boxes.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/inverse_weight.hpp>
#include <lockstep/physics/mass.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// What MuJoCo calls simple: a body of the world, without children, that slides along its own axes and has its mass at
/// their origin. mass: the body's.
constexpr bool only_slides(robot const& r, std::size_t b, rigid const& mass) {
    auto const is_null = [](vec3<double> const& v) { return dot(v, v) < 1e-12; };
    body const& given = r.bodies[b];
    mat3<double> const axes = axes_of_mass(given, mass);
    bool simple = given.parent.empty() && is_null(mass.center) && is_null(axes.x - vec3<double>{1, 0, 0}) &&
                  is_null(axes.y - vec3<double>{0, 1, 0});
    for (body const& other : r.bodies) {
        simple = simple && other.parent != given.name;
    }
    for (joint const& j : given.joints) {
        int const directions = (j.axis.x != 0) + (j.axis.y != 0) + (j.axis.z != 0);
        simple = simple && j.type == joint_type::slide && directions == 1 && is_null(j.position);
    }
    return simple;
}

/// Of body b of the robot, which is at `at` in the model: the mean over the directions, at its centre of mass. Of a simple
/// body MuJoCo takes 1 / mass, as if it could move in all of them.
constexpr double inverse_weight_of(robot const& r, placement const& at, std::size_t b, reference_pose const& pose,
                                   model const& m) {
    rigid const mass = rigid_of(r.bodies[b]);
    return only_slides(r, b, mass) ? 1 / m.parts[b].mass : pose.of_point(at.body, at.position + at.orientation * mass.center);
}

}  // namespace lockstep::physics
