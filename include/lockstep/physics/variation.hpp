// SPDX-License-Identifier: MIT
// Which numbers of a robot vary from environment to environment, and between which factors of its own:
//
//     using enum ls::physics::parameter;
//     static constexpr ls::physics::variation ranges[] = {
//         {mass, "torso", 0.8, 1.2}, {friction, "", 0.5, 1.5}, {gravity, "", 0.9, 1.1}};
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

enum class parameter {
    gravity,
    mass,  // of a body, and of what is fused with it, with its inertia
    offset_x,
    offset_y,
    offset_z,  // of a body's place in its parent's frame
    damping,
    armature,
    stiffness,  // of a joint
    friction,   // of a body's geoms with the ground
    gear        // of the actuators of a joint
};

/// One number of an environment, uniform between the bounds, for all that is named.
struct variation {
    parameter what;
    std::string_view of = "";  // the name of the body or joint; empty: of each there is
    double low = 1, high = 1;  // factors; of an offset metres to be added
};

constexpr std::string_view name_of(parameter p) {
    constexpr std::string_view names[] = {"gravity", "mass",     "offset_x",  "offset_y", "offset_z",
                                          "damping", "armature", "stiffness", "friction", "gear"};
    return names[static_cast<std::size_t>(p)];
}

/// Calls visit(index) for what the variation names: bodies, dofs, points or motors of the model, once each.
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
            for (std::size_t part = 0; part < r.bodies.size(); ++part) {
                // A fused body has a mass in common with the one that carries it, but no place that a joint moves; the place
                // of a free body is in its qpos.
                bool const carried = v.what == parameter::mass || (r.bodies[part].joints.size() > 0 && !m.bodies[b].free);
                wanted = wanted || (m.parts[part].body == b && carried && named(r.bodies[part].name));
            }
            if (wanted) {
                visit(b);
            }
        }
        break;
    case parameter::damping:
    case parameter::armature:
    case parameter::stiffness:
        for (std::size_t b = 0, i = 0; b < r.bodies.size(); ++b) {
            for (joint const& j : r.bodies[b].joints) {
                for (std::size_t const next = i + dofs_of(j.type); i < next; ++i) {
                    if (named(j.name)) {
                        visit(i);
                    }
                }
            }
        }
        break;
    case parameter::friction:
        for (std::size_t p = 0; p < m.points.size(); ++p) {
            if (named(r.bodies[m.points[p].part].name)) {
                visit(p);
            }
        }
        break;
    case parameter::gear:
        for (std::size_t u = 0; u < m.motors.size(); ++u) {
            if (named(r.actuators[u].joint)) {
                visit(u);
            }
        }
        break;
    }
}

/// Whether the robot has what the variation names.
constexpr bool is_of(robot const& r, model const& m, variation const& v) {
    bool result = false;
    for_each_target(r, m, v, [&](std::size_t) { result = true; });
    return result;
}

/// The model with what was drawn for each variation. Throws std::invalid_argument for one that names nothing.
template <real R>
varied_model<R> varied(robot const& r, model const& m, std::span<variation const> ranges, std::span<R const> drawn) {
    varied_model<R> result(m);
    own_parameters<R>& own = result.own;
    for (std::size_t n = 0; n < ranges.size(); ++n) {
        if (!is_of(r, m, ranges[n])) {
            refuse(std::string("variation of ").append(name_of(ranges[n].what)).append(" of"), ranges[n].of,
                   "names no part of the robot that has this parameter");
        }
        for_each_target(r, m, ranges[n], [&](std::size_t i) {
            switch (R const& x = drawn[n]; ranges[n].what) {
            case parameter::gravity: own.gravity = x * own.gravity; break;
            case parameter::mass: own.mass[i] = own.mass[i] * x; break;
            case parameter::offset_x: own.offset[i].x = own.offset[i].x + x; break;
            case parameter::offset_y: own.offset[i].y = own.offset[i].y + x; break;
            case parameter::offset_z: own.offset[i].z = own.offset[i].z + x; break;
            case parameter::damping: own.damping[i] = own.damping[i] * x; break;
            case parameter::armature: own.armature[i] = own.armature[i] * x; break;
            case parameter::stiffness: own.stiffness[i] = own.stiffness[i] * x; break;
            case parameter::friction: own.friction[i] = own.friction[i] * x; break;
            case parameter::gear: own.gear[i] = own.gear[i] * x; break;
            }
        });
    }
    return result;
}

}  // namespace lockstep::physics
