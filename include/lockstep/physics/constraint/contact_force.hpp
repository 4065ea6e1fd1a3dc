// SPDX-License-Identifier: MIT
// The forces of all contacts on each body: MuJoCo's cfrc_ext after mj_rnePostConstraint. They follow from the rows with which the
// solver found the accelerations of a substep's last evaluation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/physics/compile/shape_range.hpp>
#include <lockstep/physics/constraint/constraint_rows.hpp>
#include <lockstep/physics/constraint/link_contact.hpp>
#include <lockstep/physics/constraint/pair_row.hpp>
#include <lockstep/physics/dynamics/articulated_body.hpp>
#include <lockstep/physics/dynamics/centroidal.hpp>
#include <lockstep/physics/dynamics/forward.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/substep.hpp>

namespace lockstep::physics {

/// Sums the forces of contacts on each of m.robot_bodies: the bodies of the robot before fusing. substep and forward take
/// std::ref of it as `derive`. The sums stand in a table. As numbers they would begin as the constant 0, to which recording adds
/// nothing, and the sign of a lane's zero would depend on the contacts of its neighbours.
template <real R, class Model = model>
class contact_forces {
public:
    explicit contact_forces(Model const& m) : model_(m) {
        for (std::size_t i = 0; i < 6 * m.robot_bodies.size(); ++i) {
            sums_.set(R(0), i, R(0));
        }
    }

    /// Adds the forces of an evaluation. active: the active set of its solution.
    void operator()(forward_dynamics<R> const& at, constraint_rows<R, Model> const& rows, std::span<R const> active) {
        per_body<vec3<R>> center;  // m, of mass of each body's tree, about its O
        for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
            std::size_t const parent = model_.bodies[b].parent;
            center[b] = parent == no_body ? center_of_mass(model_, at.pose, b) : center[parent];
        }
        auto const push_body = [&](model::point const& p, vec3<R> const& position, vec3<R> const& force) {
            add(p.robot_body, R(1), {cross(position - center[p.body], force), force});
        };
        auto const push_links = [&](link_contact<R> const& c, vec3<R> const& force) {
            for (std::size_t p = 0; p < model_.robot_bodies.size(); ++p) {
                shape_range const own = shapes_of_robot_body(model_, p);
                if (own.first != own.last) {
                    std::size_t const b = model_.robot_bodies[p].body;
                    vec3<R> const position = position_in_tree(model_, at.pose, b, c.position);
                    add(p, side_of(model_, own, c), {cross(position - center[b], force), force});
                }
            }
        };
        rows.for_each_force(active, accelerations(model_, at.pose, at.qacc), push_body, push_links);
    }

    /// The torque (N m) about the centre of mass of its tree, and the force (N), in world axes, on each body of the robot.
    per_body<spatial<R>> sums() const {
        per_body<spatial<R>> result;
        result.fill(zero_spatial<R>());
        for (std::size_t p = 0; p < model_.robot_bodies.size(); ++p) {
            auto const at = [&](std::size_t i) { return sums_.at(R(0), 6 * p + i); };
            result[p] = {{at(0), at(1), at(2)}, {at(3), at(4), at(5)}};
        }
        return result;
    }

private:
    void add(std::size_t body, R const& share, spatial<R> const& wrench) {
        auto const& [torque, force] = wrench;
        R const six[] = {torque.x, torque.y, torque.z, force.x, force.y, force.z};
        for (std::size_t i = 0; i < 6; ++i) {
            sums_.set(R(0), 6 * body + i, sums_.at(R(0), 6 * body + i) + share * six[i]);
        }
    }

    Model const& model_;
    table<R, 1, 6 * max_bodies> sums_;
};

/// How many numbers the function below transforms.
constexpr std::size_t contact_force_rows(model const& m) { return evaluated_substep_rows(m) + 6 * m.robot_bodies.size() + 1; }

/// As evaluated_substep. The contact forces of the last evaluation follow it: three numbers of torque and three of force for each
/// of m.robot_bodies. The last number counts down the substeps whose forces nobody reads. They are zeros while it is above 0.
template <real R, class Model>
void substep_with_forces(Model const& m, std::span<R> rows) {
    require_numbers("one stretch of an evaluated substep with contact forces", rows.size(), contact_force_rows(m));
    R& unread = rows.back();
    contact_forces<R, Model> forces(m);
    evaluated_substep(m, rows, [&](auto const&... last) { when(any(unread < R(0.5)), [&] { forces(last...); }); });
    unread = unread - R(1);
    per_body<spatial<R>> const sums = forces.sums();
    auto to = rows.begin() + static_cast<std::ptrdiff_t>(evaluated_substep_rows(m));
    for (std::size_t p = 0; p < m.robot_bodies.size(); ++p) {
        auto const& [torque, force] = sums[p];
        R const six[] = {torque.x, torque.y, torque.z, force.x, force.y, force.z};
        to = std::copy_n(six, 6, to);
    }
}

}  // namespace lockstep::physics
