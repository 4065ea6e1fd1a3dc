// SPDX-License-Identifier: MIT
// Inertias and velocities about the centre of mass of a robot that is one tree: MuJoCo's cinert and cvel.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/dynamics/bias.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Returns the centre of mass (m) of a tree, about its O. `root` is the first body of the tree.
template <real R, class Model>
vec3<R> center_of_mass(Model const& m, kinematics<R> const& k, std::size_t root = 0) {
    typename Model::number mass(0);
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        if (root_of(m, b) == root) {
            mass = mass + of_mass(m, b, m.bodies[b].mass);
        }
    }
    vec3<R> center = zero3<R>();
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        if (root_of(m, b) == root) {
            vec3<R> const own = k.position[b] + k.orientation[b] * constant<R>(m.bodies[b].center);
            center = center + R(of_mass(m, b, m.bodies[b].mass) / mass) * own;
        }
    }
    return center;
}

/// Returns how many numbers centroidal needs.
constexpr std::size_t centroidal_size(model const& m) { return m.qpos_size() + m.qvel_size() + 3 + 16 * m.robot_bodies.size(); }

/// Computes inertias and velocities about the centre of mass. The robot must be one tree. `rows` has centroidal_size(m) numbers
/// and begins with qpos and qvel. The results are written after qvel: first the centre of mass about O (3 numbers); then for each
/// of m.robot_bodies its inertia about that centre, as xx, yy, zz, xy, xz, yz, mass times offset (3) and mass; then for each of
/// m.robot_bodies its velocity at that centre, angular and linear (6). All are in world axes, and in kg, m, s and rad.
template <real R, class Model>
void centroidal(Model const& m, std::span<R> rows) {
    std::size_t const q = m.qpos_size(), v = m.qvel_size();
    kinematics<R> const k = forward_kinematics<R>(m, rows.first(q));
    body_dynamics<R> const bodies = bias_forces<R>(m, k, rows.subspan(q, v));
    vec3<R> const center = center_of_mass(m, k);
    auto to = rows.begin() + static_cast<std::ptrdiff_t>(q + v);
    auto const write = [&to](auto const&... numbers) { ((*to++ = numbers), ...); };
    write(center.x, center.y, center.z);
    for (model::robot_body const& p : m.robot_bodies) {
        mat3<R> const& orientation = k.orientation[p.body];
        vec3<R> const offset = k.position[p.body] + orientation * constant<R>(p.center) - center;
        symmetric3<R> const i =
            rigid_inertia(R(of_mass(m, p.body, p.mass)), offset, rotated(orientation, of_mass<R>(m, p.body, p.inertia))).angular;
        vec3<R> const moment = R(of_mass(m, p.body, p.mass)) * offset;
        write(i.xx, i.yy, i.zz, i.xy, i.xz, i.yz, moment.x, moment.y, moment.z, R(of_mass(m, p.body, p.mass)));
    }
    for (model::robot_body const& p : m.robot_bodies) {
        spatial<R> const& about_origin = bodies.velocity[p.body];
        vec3<R> const& w = about_origin.angular;
        vec3<R> const speed = about_origin.linear + bodies.tree_velocity[p.body] + cross(w, center);
        write(w.x, w.y, w.z, speed.x, speed.y, speed.z);
    }
}

}  // namespace lockstep::physics
