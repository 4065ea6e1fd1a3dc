// SPDX-License-Identifier: MIT
// The poses of the bodies and the motion axes of the joints, in world axes. The origin O of a tree moves with the dofs that
// translate the whole tree, so that numbers stay small however far the robot has moved. If no other dof has moved the tree's
// first body, O is the position of that body.
#pragma once

#include <cstddef>
#include <span>

#include <lockstep/core/math.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// The poses of a robot's bodies and the motion axes of its dofs.
template <real R>
struct kinematics {
    per_body<vec3<R>> position;     // m, of the body's frame, about O
    per_body<mat3<R>> orientation;  // from the body's axes to the world's
    per_body<vec3<R>> origin;       // m: O in the world; contacts with the ground use only its height
    per_dof<spatial<R>> axis;       // the motion of the dof's body at unit velocity of the dof, about O
};

/// Returns the rotation about a constant unit axis by the angle with the sine `s` and the cosine `c`. For an axis along x, y or
/// z, the entries that do not depend on the angle are exactly 1 and 0, so planar robots stay planar.
template <real R>
LOCKSTEP_INLINE mat3<R> rotation_about(vec3<double> const& axis, R const& s, R const& c) {
    auto const entry = [&](double product, double diagonal, double turn) {
        return R(product) + (R(diagonal - product) * c + R(turn) * s);
    };
    auto const& [x, y, z] = axis;
    return {{entry(x * x, 1, 0), entry(x * y, 0, -z), entry(x * z, 0, y)},
            {entry(x * y, 0, z), entry(y * y, 1, 0), entry(y * z, 0, -x)},
            {entry(x * z, 0, -y), entry(y * z, 0, x), entry(z * z, 1, 0)}};
}

/// Returns the poses and motion axes at `qpos`, which has m.qpos_size() numbers in MuJoCo's order.
template <real R, class Model>
kinematics<R> forward_kinematics(Model const& m, std::span<R const> qpos) {
    kinematics<R> k;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        model::body const& body = m.bodies[b];
        bool const root = body.parent == no_body;
        vec3<R>& position = k.position[b];
        mat3<R>& orientation = k.orientation[b];
        position = root ? zero3<R>() : k.position[body.parent] + k.orientation[body.parent] * position_of<R>(m, body);
        orientation = root ? identity3<R>() : k.orientation[body.parent];
        if (body.turned && !body.free) {
            orientation = orientation * constant<R>(body.orientation);
        }
        k.origin[b] = root ? (body.free ? zero3<R>() : position_of<R>(m, body)) : k.origin[body.parent];
        for (std::size_t i = body.first_dof; i < body.first_dof + body.dof_count; ++i) {
            model::dof const& d = m.dofs[i];
            if (d.type == dof_type::translation) {
                k.axis[i] = {zero3<R>(), constant<R>(d.axis)};
                (d.index == 0 ? k.origin[b].x : d.index == 1 ? k.origin[b].y : k.origin[b].z) = qpos[d.qpos];
            } else if (d.type == dof_type::slide) {
                vec3<R> const along = orientation * constant<R>(d.axis);
                R const distance = qpos[d.qpos] - R(d.reference);
                k.axis[i] = {zero3<R>(), along};
                if (d.moves_tree) {
                    k.origin[b] = k.origin[b] + distance * along;
                } else {
                    position = position + distance * along;
                }
            } else {
                // All axes of a ball or free joint are those after its rotation.
                vec3<R> const anchor = position + orientation * constant<R>(d.anchor);
                if (d.type == dof_type::hinge) {
                    R s, c;
                    sincos(qpos[d.qpos] - R(d.reference), s, c);
                    vec3<R> const axis = orientation * constant<R>(d.axis);
                    orientation = orientation * rotation_about(d.axis, s, c);
                    k.axis[i] = {axis, cross(anchor, axis)};
                } else {
                    if (d.index == 0) {
                        std::span<R const, 4> const q(qpos.data() + d.qpos, 4);
                        orientation = orientation * rotation(quaternion<R>{q[0], q[1], q[2], q[3]});
                    }
                    vec3<R> const axis = column(orientation, d.index);
                    k.axis[i] = {axis, cross(anchor, axis)};
                }
                bool const last = d.type == dof_type::hinge || d.index == 0;
                if (last && (d.anchor.x != 0 || d.anchor.y != 0 || d.anchor.z != 0)) {
                    position = anchor - orientation * constant<R>(d.anchor);
                }
            }
        }
    }
    return k;
}

}  // namespace lockstep::physics
