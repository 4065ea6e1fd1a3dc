// SPDX-License-Identifier: MIT
// The forces of all contacts on each body: MuJoCo's cfrc_ext after mj_rnePostConstraint. They follow from the rows with which the
// solver found the accelerations of a substep's last evaluation.
#pragma once

#include <algorithm>
#include <array>
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

/// Stands for a table of one entry in programs that are differentiated, because derivatives pass through no
/// table (program/adjoint.hpp).
template <real R, std::size_t Columns>
struct merged_numbers {
    std::array<R, Columns> numbers;  ///< a `when` around a change must name them

    R const& at(R const&, std::size_t column) const { return numbers[column]; }
    void set(R const&, std::size_t column, R const& value) { numbers[column] = value; }
};

/// The sums of the contact forces on each of m.robot_bodies, the bodies of the robot before fusing. substep and forward take
/// std::ref of such an object as `derive`. The sums are in a table. If they were numbers, they would begin as the constant 0, and
/// recording drops an addition to that constant. Then the sign of a lane's zero would depend on the contacts of its neighbours.
/// `Sums` may be merged_numbers for models without contacts between links.
template <real R, class Model = model, class Sums = table<R, 1, 6 * max_bodies>>
class contact_forces {
public:
    explicit contact_forces(Model const& m) : model_(m) {
        for (std::size_t i = 0; i < 6 * m.robot_bodies.size(); ++i) {
            sums_.set(R(0), i, R(0));
        }
    }
    /// Begins with `sums` in place of zeros.
    contact_forces(Model const& m, Sums const& sums) : model_(m), sums_(sums) {}

    /// Adds the contact forces of the evaluation `at`. `active` is the active set of its solution.
    void operator()(forward_dynamics<R> const& at, constraint_rows<R, Model> const& rows, std::span<R const> active) {
        per_body<vec3<R>> center;  // m: the centre of mass of each body's tree, about the tree's O
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
        tree_acceleration<R> const a = accelerations(model_, at.pose, at.qacc);
        if constexpr (requires { sums_.numbers; }) {
            rows.for_each_force(active, a, push_body, push_links, sums_.numbers);
        } else {
            rows.for_each_force(active, a, push_body, push_links);
        }
    }

    /// Returns for each body of the robot the torque (N m) about the centre of mass of its tree, and the force (N), in
    /// world axes.
    per_body<spatial<R>> sums() const {
        per_body<spatial<R>> result;
        result.fill(zero_spatial<R>());
        for (std::size_t p = 0; p < model_.robot_bodies.size(); ++p) {
            auto const at = [&](std::size_t i) { return sums_.at(R(0), 6 * p + i); };
            result[p] = {{at(0), at(1), at(2)}, {at(3), at(4), at(5)}};
        }
        return result;
    }

    /// Returns the sums: six numbers for each body, torque first.
    Sums& numbers() { return sums_; }

private:
    void add(std::size_t body, R const& share, spatial<R> const& wrench) {
        auto const& [torque, force] = wrench;
        R const six[] = {torque.x, torque.y, torque.z, force.x, force.y, force.z};
        for (std::size_t i = 0; i < 6; ++i) {
            sums_.set(R(0), 6 * body + i, sums_.at(R(0), 6 * body + i) + share * six[i]);
        }
    }

    Model const& model_;
    Sums sums_;
};

/// Returns how many numbers substep_with_forces needs.
constexpr std::size_t contact_force_size(model const& m) { return evaluated_substep_size(m) + 6 * m.robot_bodies.size() + 1; }

/// Moves a state as evaluated_substep does. After the results of evaluated_substep it writes the contact forces of the last
/// evaluation: three numbers of torque and three of force for each of m.robot_bodies, as contact_forces::sums returns them. The
/// last number of the stretch counts down the substeps whose forces nobody reads. While it is above 0 in all lanes, zeros are
/// written as forces.
template <real R, class Model>
void substep_with_forces(Model const& m, std::span<R> numbers) {
    require_numbers("the span of an evaluated substep with contact forces", numbers.size(), contact_force_size(m));
    R& unread = numbers.back();
    contact_forces<R, Model> forces(m);
    evaluated_substep(m, numbers, [&](auto const&... last) { when(any(unread < R(0.5)), [&] { forces(last...); }); });
    unread = unread - R(1);
    per_body<spatial<R>> const sums = forces.sums();
    auto to = numbers.begin() + static_cast<std::ptrdiff_t>(evaluated_substep_size(m));
    for (std::size_t p = 0; p < m.robot_bodies.size(); ++p) {
        auto const& [torque, force] = sums[p];
        R const six[] = {torque.x, torque.y, torque.z, force.x, force.y, force.z};
        to = std::copy_n(six, 6, to);
    }
}

/// Returns how many numbers stage_with_forces needs.
constexpr std::size_t stage_size_with_forces(model const& m) { return stage_size(m) + 6 * m.robot_bodies.size(); }

/// Evaluates one stage of a Runge-Kutta step by itself (with_stage), in a form that can be differentiated. After the numbers of
/// the stage, the stretch has six numbers for each of m.robot_bodies. The last stage adds its contact forces to them. `m` must
/// have no contacts between links.
template <real R, class Model>
void stage_with_forces(Model const& m, std::span<R> numbers) {
    require_numbers("the span of a stage with contact forces", numbers.size(), stage_size_with_forces(m));
    merged_numbers<R, 6 * max_bodies> sums;
    sums.numbers.fill(R(0));
    std::span<R> const after = numbers.subspan(stage_size(m));
    std::copy(after.begin(), after.end(), sums.numbers.begin());
    contact_forces<R, Model, decltype(sums)> forces(m, sums);
    with_stage(m, numbers.first(stage_size(m)), [&](auto qpos, auto qvel, auto ctrl, auto active, auto& stages) {
        auto const derive = [&](auto const&... at) {
            when(any(is_last_stage(stages.stage)), [&] { forces(at...); }, forces.numbers().numbers);
        };
        evaluate_stage<R>(m, qpos, qvel, ctrl, active, stages, derive);
    });
    std::copy_n(forces.numbers().numbers.begin(), after.size(), after.begin());
}

}  // namespace lockstep::physics
