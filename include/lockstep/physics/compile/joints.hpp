// SPDX-License-Identifier: MIT
// From joints to degrees of freedom.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/compile/softness.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns whether all dofs from `first_dof` on translate a whole tree.
constexpr bool only_translations(model const& m, std::size_t first_dof) {
    for (std::size_t i = first_dof; i < m.dofs.size(); ++i) {
        if (!m.dofs[i].moves_tree) {
            return false;
        }
    }
    return true;
}

/// Adds to `m` the dofs of joint j of the robot's body `given`, which is body b of the model. Throws std::invalid_argument if the
/// joint is not supported.
constexpr void add_joint(robot const& r, body const& given, joint const& j, std::size_t b, model& m) {
    model::body& owner = m.bodies[b];
    bool const root = owner.parent == no_body;
    model::dof d{.body = b, .anchor = j.position, .damping = j.damping, .armature = j.armature};
    d.friction_loss = j.friction_loss, d.friction = impedance_of(j.friction, r.timestep, 0);
    auto const push = [&](dof_type type, std::size_t index, vec3<double> const& axis) {
        d.type = type, d.index = index, d.axis = axis;
        m.dofs.push_back(d);
        ++owner.dof_count;
    };
    std::array<vec3<double>, 3> const axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (j.type == joint_type::slide || j.type == joint_type::hinge) {
        bool const slide = j.type == joint_type::slide;
        d.qpos = m.qpos_size();
        d.reference = j.reference, d.stiffness = j.stiffness, d.spring_reference = j.spring_reference;
        d.limited = j.limited, d.range = j.range, d.limit = impedance_of(j.limit, r.timestep, 0);
        d.narrow = j.limited && j.range[1] - j.range[0] < 2 * j.limit.margin;
        d.actuator_force_limited = j.actuator_force_limited, d.actuator_force_range = j.actuator_force_range;
        d.moves_tree = slide && root && only_translations(m, owner.first_dof);
        double const length = compile_time::sqrt(dot(j.axis, j.axis));
        if (!(length > 0)) {
            refuse("joint", j.name, "has an axis of no length");
        }
        push(slide ? dof_type::slide : dof_type::hinge, 0, (1 / length) * j.axis);
        m.initial_qpos.push_back(j.reference);
        return;
    }
    if (j.actuator_force_limited) {
        refuse("joint", j.name, "is a ball or free joint: the force of actuators is limited on slides and hinges only");
    }
    if (j.limited && j.type == joint_type::free) {
        refuse("joint", j.name, "is free: it has no limit");
    }
    if (j.limited) {
        m.ball_limits.push_back({m.dofs.size(), j.range[1], impedance_of(j.limit, r.timestep, 0)});
    }
    d.stiffness = j.stiffness;
    if (j.type == joint_type::free) {
        if (!root || given.joints.size() != 1) {
            refuse("joint", j.name, "is free: it must be the only joint of a body of the world");
        }
        owner.free = true;
        d.moves_tree = true;
        for (std::size_t k = 0; k < 3; ++k) {
            d.qpos = m.qpos_size();
            push(dof_type::translation, k, axes[k]);
            m.initial_qpos.push_back(k == 0 ? given.position.x : k == 1 ? given.position.y : given.position.z);
        }
        d.moves_tree = false;
    }
    d.qpos = m.qpos_size();
    quaternion<double> const q = owner.free ? given.orientation : quaternion<double>{1, 0, 0, 0};
    for (std::size_t k = 0; k < 3; ++k) {
        push(dof_type::rotation, k, axes[k]);
    }
    for (double const x : {q.w, q.x, q.y, q.z}) {
        m.initial_qpos.push_back(x);
    }
}

/// Returns whether a joint comes after a ball joint of the same body and rotates the body. MuJoCo does not support such a
/// joint either.
constexpr bool turns_after_ball(body const& b, std::size_t joint) {
    bool after = false;
    for (std::size_t k = 0; k < joint; ++k) {
        after = after || b.joints[k].type == joint_type::ball;
    }
    return after && b.joints[joint].type != joint_type::slide;
}

/// The reason that check_joints and the MJCF reader give when they refuse a joint for which turns_after_ball is true.
inline constexpr char const* after_ball = "rotates its body after a ball joint of the same body, which is not supported";

/// Throws std::invalid_argument if a joint is not supported. `redundant` is the result of reference_pose::redundant_dof().
constexpr void check_joints(robot const& r, std::size_t redundant) {
    std::size_t end = 0;  // of the dofs of the joints so far
    for (body const& b : r.bodies) {
        for (std::size_t k = 0; k < b.joints.size(); ++k) {
            joint const& j = b.joints[k];
            bool const before = redundant < end;
            end += dofs_of(j.type);
            if (turns_after_ball(b, k)) {
                refuse("joint", j.name, after_ball);
            }
            if (!before && redundant < end) {
                bool const named = !j.name.empty();
                refuse(named ? "joint" : "a joint of body", named ? j.name : b.name,
                       "moves only what the joints before it move already: without an armature it has no inertia");
            }
        }
    }
}

/// Adds to `m` the dofs of all joints, body by body. Throws std::invalid_argument if a joint is not supported.
constexpr void add_joints(robot const& r, placements const& places, model& m) {
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        if (r.bodies[b].joints.size() != 0) {
            m.bodies[places[b].body].first_dof = m.dofs.size();
        }
        for (joint const& j : r.bodies[b].joints) {
            add_joint(r, r.bodies[b], j, places[b].body, m);
        }
    }
}

}  // namespace lockstep::physics
