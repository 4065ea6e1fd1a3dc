// SPDX-License-Identifier: MIT
// Checks the numbers of a robot. For example, sizes must be above zero, ranges in order, directions of length 1, and masses
// not negative.
#pragma once

#include <array>
#include <initializer_list>
#include <string_view>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/dynamics/mass.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

// Conditions are stated so that NaN fails them.

constexpr void check_finite(std::string_view kind, std::string_view name, std::initializer_list<double> numbers) {
    for (double const x : numbers) {
        if (!is_finite(x)) {
            refuse(kind, name, "has a number that is NaN or infinite");
        }
    }
}

/// A number that must not be negative.
struct named_number {
    char const* is_negative;  // the reason of the error if it is negative
    double value;
};

constexpr void check_not_negative(std::string_view kind, std::string_view name, std::initializer_list<named_number> numbers) {
    for (named_number const& n : numbers) {
        if (!(n.value >= 0)) {
            refuse(kind, name, n.is_negative);
        }
        check_finite(kind, name, {n.value});
    }
}

constexpr void check_range(std::string_view kind, std::string_view name, bool counts, std::array<double, 2> const& range,
                           char const* reason) {
    if (counts && !(range[0] < range[1])) {
        refuse(kind, name, reason);
    }
}

/// Checks the three numbers of a place or of sizes.
constexpr void check_place(std::string_view kind, std::string_view name, vec3<double> const& p) {
    check_finite(kind, name, {p.x, p.y, p.z});
}

constexpr void check_length(std::string_view kind, std::string_view name, double squared, char const* is_other) {
    if (!(squared > 1 - 1e-6 && squared < 1 + 1e-6)) {
        refuse(kind, name, is_other);
    }
}

constexpr void check_orientation(std::string_view kind, std::string_view name, quaternion<double> const& q) {
    check_length(kind, name, q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z,
                 "has an orientation that is no quaternion of length 1");
}

constexpr void check_softness(std::string_view kind, std::string_view name, softness const& s) {
    check_finite(kind, name, {s.solref[0], s.solref[1], s.solimp[0], s.solimp[1], s.solimp[2], s.solimp[3], s.solimp[4]});
    if ((s.solref[0] > 0) != (s.solref[1] > 0)) {
        refuse(kind, name, "has a solref of which one number is above zero and one is not");
    }
    check_not_negative(kind, name, {{"has a negative margin", s.margin}});
}

constexpr void check(joint const& j) {
    check_not_negative("joint", j.name,
                       {{"has negative armature", j.armature}, {"has a negative friction_loss", j.friction_loss}});
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
    check_place("joint", j.name, j.position);
    check_finite("joint", j.name, {j.reference, j.spring_reference, j.stiffness, j.damping});
}

constexpr void check(geom const& g) {
    bool const sizes = g.type == geom_type::box || g.type == geom_type::ellipsoid, ball = g.type == geom_type::sphere;
    vec3<double> const size = sizes ? g.half_sizes : vec3<double>{g.radius, g.radius, ball ? g.radius : g.half_length};
    if (!(size.x > 0 && size.y > 0 && size.z > 0)) {
        refuse("geom", g.name, "has a size that is not above zero");
    }
    check_place("geom", g.name, size);
    check_not_negative("geom", g.name, {{"has a negative density", g.density}, {"has negative friction", g.friction}});
    check_softness("geom", g.name, g.contact);
    check_place("geom", g.name, g.position);
    check_length("geom", g.name, dot(g.axis, g.axis), "has an axis that is not of length 1");
    check_orientation("geom", g.name, g.orientation);
}

constexpr void check(actuator const& a) {
    std::string_view const name = !a.name.empty() ? a.name : !a.tendon.empty() ? a.tendon : a.joint;
    check_range("actuator", name, a.control_limited, a.control_range,
                "has a control_range whose lower end is not below the upper end");
    check_range("actuator", name, a.force_limited, a.force_range, "has a force_range whose lower end is not below the upper end");
    check_not_negative(
        "actuator", name,
        {{"has a negative kv", a.type == actuator_type::position ? a.kv : 0}, {"has a negative damping_ratio", a.damping_ratio}});
    check_finite("actuator", name, {a.gear, a.kp, a.kv, a.gain, a.bias[0], a.bias[1], a.bias[2]});
    check_finite("actuator", name, {a.along[0], a.along[1], a.along[2], a.along[3], a.along[4], a.along[5]});
    bool const general = a.type == actuator_type::general;
    if (a.damping_ratio > 0 && ((general ? a.gain : a.kp) < 0 || (general && a.bias[1] != -a.gain))) {
        refuse("actuator", name, "has a damping_ratio but is no spring: its stiffness is negative, or bias[1] is not -gain");
    }
}

constexpr void check(tendon const& t) {
    check_not_negative("tendon", t.name, {{"has a negative friction_loss", t.friction_loss}});
    check_finite("tendon", t.name, {t.stiffness, t.damping});
    check_range("tendon", t.name, t.limited, t.range, "has a range whose lower end is not below the upper end");
    if (!(t.spring_length[0] <= t.spring_length[1])) {
        refuse("tendon", t.name, "has a spring_length whose lower end is above the upper end");
    }
    check_softness("tendon", t.name, t.limit);
    check_softness("tendon", t.name, t.friction);
    for (tendon_joint const& j : t.joints) {
        check_finite("tendon", t.name, {j.coefficient});
    }
}

constexpr void check(inertial const& given, std::string_view owner) {
    check_not_negative("body", owner, {{"has an inertial of negative mass", given.mass}});
    symmetric3<double> const& i = given.about_center;
    check_place("body", owner, given.center);
    check_finite("body", owner, {i.xx, i.yy, i.zz, i.xy, i.xz, i.yz});
    if (!given.given || !(given.mass > 0)) {
        return;
    }
    if (!given.has_axes && !is_inertia(i)) {
        refuse("body", owner,
               "has an impossible inertial: each principal moment of inertia must be above 0 and at most the sum of the other "
               "two");
    }
    if (given.has_axes) {
        check_orientation("body", owner, given.axes);
        symmetric3<double> const own = rotated(transpose(rotation(given.axes)), i);
        if (!are_moments({own.xx, own.yy, own.zz})) {
            refuse("body", owner,
                   "has an impossible inertial: each moment of inertia must be at least 0 and at most the sum of the other two");
        }
        double const most = 1e-6 * (i.xx + i.yy + i.zz);
        for (double const product : {own.xy, own.xz, own.yz}) {
            if (!(product <= most && product >= -most)) {
                refuse("body", owner, "has an inertial whose axes are not its principal ones");
            }
        }
    }
}

/// Throws std::invalid_argument if the robot has a number that is not possible. The error names the first such number.
constexpr void check_numbers(robot const& r) {
    if (!(r.timestep > 0)) {
        refuse("robot", r.name, "has a timestep that is not above zero");
    }
    if (!(r.impratio > 0)) {
        refuse("robot", r.name, "has an impratio that is not above zero");
    }
    check_finite("robot", r.name, {r.timestep, r.impratio});
    check_not_negative("robot", r.name,
                       {{"is in a fluid of negative density", r.density},
                        {"is in a fluid of negative viscosity", r.viscosity},
                        {"has a negative total_mass", r.total_mass}});
    check_place("robot", r.name, r.gravity);
    for (body const& b : r.bodies) {
        for (joint const& j : b.joints) {
            check(j);
        }
        for (geom const& g : b.geoms) {
            check(g);
        }
        check_place("body", b.name, b.position);
        check_orientation("body", b.name, b.orientation);
        check(b.inertia, b.name);
    }
    for (geom const& g : r.scenery) {
        check(g);
    }
    for (site const& s : r.sites) {
        check_place("site", s.name, s.position);
        check_orientation("site", s.name, s.orientation);
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
    check_finite("floor", r.floor.name, {r.floor.height});
}

}  // namespace lockstep::physics
