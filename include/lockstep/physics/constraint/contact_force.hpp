// SPDX-License-Identifier: MIT
// The forces of all contacts on each body: MuJoCo's cfrc_ext after mj_rnePostConstraint.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/shape_range.hpp>
#include <lockstep/physics/constraint/coupled_limit.hpp>
#include <lockstep/physics/constraint/coupled_rows.hpp>
#include <lockstep/physics/constraint/elliptic_cone.hpp>
#include <lockstep/physics/constraint/pair_row.hpp>
#include <lockstep/physics/contact/contact.hpp>
#include <lockstep/physics/dynamics/bias.hpp>
#include <lockstep/physics/dynamics/centroidal.hpp>
#include <lockstep/physics/dynamics/forward.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/substep.hpp>

namespace lockstep::physics {

/// Adds the forces of contacts between links to `force`: to the body of one geom, and the opposite to the body of the other.
/// Contacts that found no room exert none. center: of mass of each body's tree, about its O.
template <real R, class Model>
void add_pair_forces(Model const& m, kinematics<R> const& k, evaluation<R> const& at, per_body<vec3<R>> const& center,
                     per_body<spatial<R>>& force) {
    std::span<R const> const qvel = std::span<R const>(at.qvel).first(m.qvel_size());
    coupled_rows<R> limits(m);
    if (m.dropped_contacts_word != no_word) {
        add_limit_rows(m, std::span<R const>(at.qpos).first(m.qpos_size()), qvel, limits);
    }
    R rows = m.has_coupled_cones() ? R(m.coupled_rows()) * limits.count : limits.count;
    auto const residual_of = [&](per_dof<R> const& jacobian, R const& minus_aref) {
        R residual = minus_aref;
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            residual = m.dofs[i].coupled ? residual + jacobian[i] * at.qacc[i] : residual;
        }
        return residual;
    };
    auto const add = [&](pair_contact<R> const& c, model::pair const& kind, constraint_response<R> const& response) {
        vec3<R> push = zero3<R>();
        if (m.has_cone(kind)) {
            coupled_contact<R> const own = coupled_contact_of(m, k, qvel, c, kind, response.recovery);
            vec3<R> const residual{residual_of(own.jacobian[0], own.minus_aref.x), residual_of(own.jacobian[1], own.minus_aref.y),
                                   residual_of(own.jacobian[2], own.minus_aref.z)};
            vec3<R> const pull = respond(cone_of(m, friction_of(m, kind, c.first, c.second)), response.weight, residual).gradient;
            auto const [first, second, normal] = axes_of(c.where.normal);
            push = R(-1) * (pull.x * first + pull.y * second + pull.z * normal);
        } else {
            for_each_row(m, k, qvel, c, kind, response.recovery,
                         [&](vec3<R> const& direction, per_dof<R> const& jacobian, R const& minus_aref) {
                push = push + (response.weight * max(-residual_of(jacobian, minus_aref), R(0))) * direction;
            });
        }
        for (std::size_t p = 0; p < m.robot_bodies.size(); ++p) {
            shape_range const own = shapes_of_robot_body(m, p);
            if (own.first != own.last) {
                std::size_t const b = m.robot_bodies[p].body;
                spatial<R> const wrench{cross(position_in_tree(m, k, b, c) - center[b], push), push};
                force[p] = force[p] + side_of(m, own, c) * wrench;
            }
        }
        rows = rows_keep_step(m) ? rows + R(m.coupled_rows(kind)) : rows + select(c.has, R(m.coupled_rows(kind)), R(0));
    };
    for_each_contact<R>(
        m, k, add, [&](model::pair const& kind) { return room_behind(m, rows, kind); }, force, rows);
}

/// The torque (N m) about the centre of mass of its tree, and the force (N), in world axes, on each body of m.robot_bodies: the
/// bodies of the robot before fusing. at: what a substep returned. active: the active set that it left.
template <real R, class Model>
per_body<spatial<R>> contact_forces(Model const& m, evaluation<R> const& at, std::span<R const> active) {
    kinematics<R> const k = forward_kinematics(m, std::span<R const>(at.qpos).first(m.qpos_size()));
    body_dynamics<R> const bodies = bias_forces(m, k, std::span<R const>(at.qvel).first(m.qvel_size()));
    per_body<vec3<R>> center;
    per_body<spatial<R>> acceleration, force;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        model::body const& body = m.bodies[b];
        center[b] = body.parent == no_body ? center_of_mass(m, k, b) : center[body.parent];
        acceleration[b] = body.parent == no_body ? zero_spatial<R>() : acceleration[body.parent];
        for (std::size_t i = body.first_dof; i < body.first_dof + body.dof_count; ++i) {
            acceleration[b] = acceleration[b] + at.qacc[i] * k.axis[i];
        }
    }
    force.fill(zero_spatial<R>());
    for (model::point const& p : m.points) {
        R const distance = distance_to_ground(p, k);
        spatial<R>& sum = force[p.robot_body];
        auto const add = [&] {
            contact<R> const c = find_contact(m, p, k, bodies, distance);
            auto const exert = [&](vec3<R> const& push) {
                sum = sum + spatial<R>{cross(c.position - center[p.body], push), push};
            };
            if (m.has_cone(p)) {
                exert(contact_force(m, p, c, point_acceleration(c, acceleration[p.body])));
            } else {
                symmetric3<R> const stiffness = active_stiffness(m, p, c, active[p.row.word]);
                exert(R(-1) * (stiffness * (point_acceleration(c, acceleration[p.body]) + c.minus_aref)));
            }
        };
        when(any(distance < R(p.contact.margin)), add, sum);
    }
    if (m.pairs.size() != 0) {
        add_pair_forces(m, k, at, center, force);
    }
    return force;
}

/// How many numbers the function below transforms.
constexpr std::size_t contact_force_rows(model const& m) { return evaluated_substep_rows(m) + 6 * m.robot_bodies.size(); }

/// As above for the stretch of numbers that evaluated_substep left. The forces follow it: three numbers of torque and three of
/// force for each of m.robot_bodies.
template <real R, class Model>
void contact_forces(Model const& m, std::span<R> rows) {
    std::size_t const q = m.qpos_size(), v = m.qvel_size();
    evaluation<R> at;
    auto from = rows.begin() + static_cast<std::ptrdiff_t>(substep_rows(m));
    std::copy_n(from, q, at.qpos.begin());
    std::copy_n(from + static_cast<std::ptrdiff_t>(q), v, at.qvel.begin());
    std::copy_n(from + static_cast<std::ptrdiff_t>(q + v), v, at.qacc.begin());
    per_body<spatial<R>> const force = contact_forces<R>(m, at, rows.subspan(q + v, m.words));
    for (std::size_t p = 0; p < m.robot_bodies.size(); ++p) {
        auto const& [torque, push] = force[p];
        R const six[] = {torque.x, torque.y, torque.z, push.x, push.y, push.z};
        std::copy_n(six, 6, rows.begin() + static_cast<std::ptrdiff_t>(evaluated_substep_rows(m) + 6 * p));
    }
}

}  // namespace lockstep::physics
