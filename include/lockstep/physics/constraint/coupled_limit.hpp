// SPDX-License-Identifier: MIT
// Limits that are rows over several dofs: of the length of a tendon, and of the angle of a ball joint (MuJoCo documentation,
// "Computation: Constraint model, Limit"). The limits of a hinge or slide are here too if its range is so narrow that both of
// them may be active.
#pragma once

#include <cstddef>
#include <span>

#include <lockstep/core/math.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/physics/constraint/coupled_rows.hpp>
#include <lockstep/physics/constraint/impedance.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <lockstep/physics/dynamics/tendon.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Adds the row of a limit to `rows` if some lane is near the limit. `distance` (m or rad) is the distance to the limit, and
/// `jacobian` is its derivative with respect to the coupled dofs.
template <real R, class Rows>
void add_limit_row(model const& m, impedance const& limit, R const& distance, per_dof<R> const& jacobian,
                   std::span<R const> qvel, Rows& rows) {
    mask_t<R> const near = distance < R(limit.margin);
    auto const add = [&] {
        constraint_response<R> const response = respond(limit, distance);
        R speed(0);
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            speed = m.dofs[i].coupled ? speed + jacobian[i] * qvel[i] : speed;
        }
        rows.add(near, jacobian, response.weight,
                 reference_acceleration<R>{.negated = R(limit.damping) * speed + response.recovery});
    };
    when(any(near), add, rows.count, rows.height);
}

/// Adds the rows of the limits of tendons, ball joints and narrow ranges to `rows`, which is a coupled_rows or a coupled_cones.
/// There is always room for all of them.
template <real R, class Model, class Rows>
void add_limit_rows(Model const& m, std::span<R const> qpos, std::span<R const> qvel, Rows& rows) {
    for (model::tendon const& t : m.tendons) {
        if (!t.limited) {
            continue;
        }
        R const length = tendon_length(m, t, qpos);
        for (double const side : {1.0, -1.0}) {
            per_dof<R> jacobian;
            jacobian.fill(R(0));
            for (model::tendon::joint const& p : t.joints) {
                jacobian[p.dof] = R(typename Model::number(side) * coefficient_of(m, t, p));
            }
            add_limit_row(m, t.limit, R(side) * length - R(side * t.range[side > 0 ? 0 : 1]), jacobian, qvel, rows);
        }
    }
    for (model::ball_limit const& b : m.ball_limits) {
        R const* const q = &qpos[m.dofs[b.dof].qpos];
        vec3<R> const turned = rotation_vector(normalized(quaternion<R>{q[0], q[1], q[2], q[3]}));
        R const angle = sqrt(max(dot(turned, turned), R(1e-30))), inward = R(-1) / angle;
        per_dof<R> jacobian;
        jacobian.fill(R(0));
        jacobian[b.dof] = inward * turned.x;
        jacobian[b.dof + 1] = inward * turned.y;
        jacobian[b.dof + 2] = inward * turned.z;
        add_limit_row(m, b.limit, R(angle_of(m, b)) - angle, jacobian, qvel, rows);
    }
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        model::dof const& d = m.dofs[i];
        if (!d.narrow) {
            continue;
        }
        auto const range = range_of(m, d);
        for (double const side : {1.0, -1.0}) {
            per_dof<R> jacobian;
            jacobian.fill(R(0));
            jacobian[i] = R(side);
            add_limit_row(m, d.limit, R(side) * (qpos[d.qpos] - R(range[side > 0 ? 0 : 1])), jacobian, qvel, rows);
        }
    }
}

}  // namespace lockstep::physics
