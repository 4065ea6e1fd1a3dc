// SPDX-License-Identifier: MIT
// The numbers of a robot: sizes above zero, ranges in order, nothing negative that cannot be.
#pragma once

#include <array>
#include <initializer_list>
#include <string_view>

#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/mass.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

// Conditions are stated so that a number that is none (NaN) fails them.

struct named_number {
    char const* is_negative;  // what is then said
    double value;
};

constexpr void check_not_negative(std::string_view kind, std::string_view name, std::initializer_list<named_number> numbers) {
    for (named_number const& n : numbers) {
        if (!(n.value >= 0)) {
            refuse(kind, name, n.is_negative);
        }
    }
}

constexpr void check_range(std::string_view kind, std::string_view name, bool counts, std::array<double, 2> const& range,
                           char const* reason) {
    if (counts && !(range[0] < range[1])) {
        refuse(kind, name, reason);
    }
}

constexpr void check_softness(std::string_view kind, std::string_view name, softness const& s) {
    if ((s.solref[0] > 0) != (s.solref[1] > 0)) {
        refuse(kind, name, "has a solref of which one number is above zero and one is not");
    }
    check_not_negative(kind, name, {{"has a negative margin", s.margin}});
}

constexpr void check(joint const& j) {
    check_not_negative("joint", j.name,
                       {{"has negative stiffness", j.stiffness},
                        {"has negative damping", j.damping},
                        {"has negative armature", j.armature},
                        {"has a negative friction_loss", j.friction_loss}});
    bool const single = j.type == joint_type::slide || j.type == joint_type::hinge;  // others have no such ranges: joints.hpp
    check_range("joint", j.name, j.limited && j.type != joint_type::free, j.range,
                "has a range whose lower end is not below the upper end");
    check_range("joint", j.name, j.actuator_force_limited && single, j.actuator_force_range,
                "has an actuator_force_range whose lower end is not below the upper end");
    if (j.type == joint_type::ball && j.limited && j.range[0] != 0) {
        refuse("joint", j.name, "is a ball joint with a range that does not begin at 0");
    }
    check_softness("joint", j.name, j.limit);
    check_softness("joint", j.name, j.friction);
}

constexpr void check(geom const& g) {
    bool const sizes = g.type == geom_type::box || g.type == geom_type::ellipsoid, ball = g.type == geom_type::sphere;
    vec3<double> const size = sizes ? g.half_sizes : vec3<double>{g.radius, g.radius, ball ? g.radius : g.half_length};
    if (!(size.x > 0 && size.y > 0 && size.z > 0)) {
        refuse("geom", g.name, "has a size that is not above zero");
    }
    check_not_negative("geom", g.name, {{"has a negative density", g.density}, {"has negative friction", g.friction}});
    check_softness("geom", g.name, g.contact);
}

constexpr void check(actuator const& a) {
    std::string_view const name = !a.name.empty() ? a.name : !a.tendon.empty() ? a.tendon : a.joint;
    check_range("actuator", name, a.control_limited, a.control_range,
                "has a control_range whose lower end is not below the upper end");
    check_range("actuator", name, a.force_limited, a.force_range, "has a force_range whose lower end is not below the upper end");
    check_not_negative(
        "actuator", name,
        {{"has a negative kv", a.type == actuator_type::position ? a.kv : 0}, {"has a negative damping_ratio", a.damping_ratio}});
    bool const general = a.type == actuator_type::general;
    if (a.damping_ratio > 0 && ((general ? a.gain : a.kp) < 0 || (general && a.bias[1] != -a.gain))) {
        refuse("actuator", name, "has a damping_ratio but is no spring: its stiffness is negative, or bias[1] is not -gain");
    }
}

constexpr void check(tendon const& t) {
    check_not_negative("tendon", t.name, {{"has negative stiffness", t.stiffness}, {"has negative damping", t.damping}});
    check_range("tendon", t.name, t.limited, t.range, "has a range whose lower end is not below the upper end");
    if (!(t.spring_length[0] <= t.spring_length[1])) {
        refuse("tendon", t.name, "has a spring_length whose lower end is above the upper end");
    }
    check_softness("tendon", t.name, t.limit);
}

/// Refuses the first number that no robot has.
constexpr void check_numbers(robot const& r) {
    if (!(r.timestep > 0)) {
        refuse("robot", r.name, "has a timestep that is not above zero");
    }
    if (!(r.impratio > 0)) {
        refuse("robot", r.name, "has an impratio that is not above zero");
    }
    check_not_negative("robot", r.name,
                       {{"is in a fluid of negative density", r.density}, {"is in a fluid of negative viscosity", r.viscosity}});
    for (body const& b : r.bodies) {
        for (joint const& j : b.joints) {
            check(j);
        }
        for (geom const& g : b.geoms) {
            check(g);
        }
        check_not_negative("body", b.name, {{"has an inertial of negative mass", b.inertia.mass}});
        if (b.inertia.given && b.inertia.mass > 0 && !is_inertia(b.inertia.about_center)) {
            refuse("body", b.name,
                   "has an inertial that no body has: each moment is above zero and at most the sum of the others");
        }
    }
    for (geom const& g : r.scenery) {
        check(g);
    }
    for (tendon const& t : r.tendons) {
        check(t);
    }
    for (actuator const& a : r.actuators) {
        check(a);
    }
    for (contact_pair const& p : r.pairs) {
        check_not_negative("pair of", p.first, {{"has negative friction", p.friction}});
        check_softness("pair of", p.first, p.contact);
    }
    check_not_negative("floor", r.floor.name, {{"has negative friction", r.floor.friction}});
    check_softness("floor", r.floor.name, r.floor.contact);
}

}  // namespace lockstep::physics
