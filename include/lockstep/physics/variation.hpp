// SPDX-License-Identifier: MIT
// Which parameters of a robot vary from environment to environment, and by how much:
//
//     using enum ls::physics::parameter;
//     static constexpr ls::physics::variation ranges[] = {
//         {mass, "torso", 0.8, 1.2}, {friction, "", 0.5, 1.5}, {gravity, "", 0.9, 1.1}};
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// A parameter that may vary. The number that is drawn is added to an offset (m), a spring_reference or an end of a range
/// (m or rad). All other parameters are multiplied by it.
enum class parameter {
    gravity,
    mass,  // mass and inertia of a body and of the bodies that are fused with it
    offset_x,
    offset_y,
    offset_z,  // all three: of a body's position in its parent's frame
    damping,
    armature,
    stiffness,
    friction_loss,
    spring_reference,
    range_low,
    range_high,  // from damping to range_high: of a joint
    friction,    // of a body's geoms with the ground and with other links
    gear,
    gain,  // both: of an actuator, or of all actuators of a joint or tendon. gain multiplies the bias too: of a servo, kp and kv
    tendon_coefficient,
    tendon_stiffness,
    tendon_damping
};

/// A parameter that varies. Each environment has one number for it, which is drawn uniformly between the bounds. The number holds
/// for all parts of that name.
struct variation {
    parameter what;
    std::string_view of = "";  // the name of the body, joint, tendon or actuator; empty: all of them
    double low = 1, high = 1;  // bounds of the factor, or of what is added (m or rad)
};

template <class Visit>
constexpr void for_each_member(variation const& of, Visit&& visit) {
    visit("what", of.what);
    visit("of", of.of);
    visit("low", of.low);
    visit("high", of.high);
}

constexpr std::string_view name_of(parameter p) {
    constexpr std::string_view names[] = {
        "gravity",  "mass",      "offset_x",      "offset_y",           "offset_z",         "damping",
        "armature", "stiffness", "friction_loss", "spring_reference",   "range_low",        "range_high",
        "friction", "gear",      "gain",          "tendon_coefficient", "tendon_stiffness", "tendon_damping"};
    return names[static_cast<std::size_t>(p)];
}

/// Returns whether the joint of dof d has the parameter p.
constexpr bool has(model const& m, model::dof const& d, parameter p) {
    switch (p) {
    case parameter::friction_loss: return d.friction_loss > 0;
    case parameter::spring_reference: return d.type == dof_type::slide || d.type == dof_type::hinge;
    case parameter::range_low: return d.limited;
    case parameter::range_high:
        for (model::ball_limit const& b : m.ball_limits) {
            if (&m.dofs[b.dof] == &d) {
                return true;
            }
        }
        return d.limited;
    default: return true;
    }
}

/// Calls visit(index) once for each body, dof, motor or tendon of the model that the variation names and that has the parameter.
/// For friction an index below m.points.size() is a point, and m.points.size() + i is pair i. For gravity the only index is 0.
template <class Visit>
constexpr void for_each_target(robot const& r, model const& m, variation const& v, Visit visit) {
    auto const named = [&](std::string_view name) { return v.of.empty() || v.of == name; };
    switch (v.what) {
    case parameter::gravity: visit(std::size_t(0)); break;
    case parameter::mass:
    case parameter::offset_x:
    case parameter::offset_y:
    case parameter::offset_z:
        for (std::size_t b = 0; b < m.bodies.size(); ++b) {
            bool wanted = false;
            for (std::size_t own = 0; own < r.bodies.size(); ++own) {
                // A fused body shares its mass with the body that carries it, but only bodies with joints have an offset. The
                // position of a free body is in its qpos.
                bool const carried = v.what == parameter::mass || (r.bodies[own].joints.size() > 0 && !m.bodies[b].free);
                wanted = wanted || (m.robot_bodies[own].body == b && carried && named(r.bodies[own].name));
            }
            if (wanted) {
                visit(b);
            }
        }
        break;
    case parameter::damping:
    case parameter::armature:
    case parameter::stiffness:
    case parameter::friction_loss:
    case parameter::spring_reference:
    case parameter::range_low:
    case parameter::range_high:
        for (std::size_t b = 0, i = 0; b < r.bodies.size(); ++b) {
            for (joint const& j : r.bodies[b].joints) {
                for (std::size_t const next = i + dofs_of(j.type); i < next; ++i) {
                    if (named(j.name) && has(m, m.dofs[i], v.what)) {
                        visit(i);
                    }
                }
            }
        }
        break;
    case parameter::friction:
        for (std::size_t p = 0; p < m.points.size(); ++p) {
            if (m.points[p].condim != 1 && named(r.bodies[m.points[p].robot_body].name)) {
                visit(p);
            }
        }
        for (std::size_t p = 0; p < m.pairs.size(); ++p) {
            auto const is_of = [&](std::size_t shape) { return named(r.bodies[m.shapes[shape].robot_body].name); };
            if (m.pairs[p].condim != 1 && (is_of(m.pairs[p].first) || is_of(m.pairs[p].second))) {
                visit(m.points.size() + p);
            }
        }
        break;
    case parameter::gear:
    case parameter::gain:
        for (std::size_t u = 0; u < m.motors.size(); ++u) {
            actuator const& a = r.actuators[u];
            if (named(a.joint) || named(a.tendon) || named(a.name)) {
                visit(u);
            }
        }
        break;
    case parameter::tendon_coefficient:
    case parameter::tendon_stiffness:
    case parameter::tendon_damping:
        for (std::size_t t = 0; t < m.tendons.size(); ++t) {
            if (named(r.tendons[t].name)) {
                visit(t);
            }
        }
        break;
    }
}

/// Returns whether the robot has a part that the variation names and that has the parameter.
constexpr bool is_of(robot const& r, model const& m, variation const& v) {
    bool result = false;
    for_each_target(r, m, v, [&](std::size_t) { result = true; });
    return result;
}

}  // namespace lockstep::physics
