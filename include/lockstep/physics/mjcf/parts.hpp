// SPDX-License-Identifier: MIT
// From facts to the robot's joints, geoms and floor, in radians and with shapes resolved.
#pragma once

#include <lockstep/physics/mass.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/facts.hpp>
#include <lockstep/physics/mjcf/settings.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

constexpr joint to_joint(attributes const& in, joint_facts const& facts, settings const& s) {
    joint j = facts.value;
    if (j.type == joint_type::free || j.type == joint_type::ball) {
        if (j.stiffness != 0) {
            in.error("stiffness", "a ball or free joint has no spring here");
        }
        if (j.type == joint_type::ball && is_limited(in, "range", facts.range, s.autolimits)) {
            in.error("range", "a ball joint has no limit here");
        }
        joint const none{};
        j.axis = none.axis, j.reference = 0, j.spring_reference = 0, j.limit = none.limit;
        j.position = j.type == joint_type::free ? none.position : j.position;
        return j;
    }
    double const unit = j.type == joint_type::hinge ? s.angle.unit : 1;
    j.reference *= unit, j.spring_reference *= unit;
    j.limited = is_limited(in, "range", facts.range, s.autolimits);
    if (j.limited) {
        j.range = {unit * facts.range.range[0], unit * facts.range.range[1]};
    }
    return j;
}

/// MuJoCo keeps the friction of a contact above this.
inline constexpr double least_friction = 1e-5;

constexpr geom to_geom(attributes const& in, geom_facts const& facts, settings const& s) {
    bool const capsule = facts.type == geom_facts::shape::capsule;
    geom g{.type = capsule ? geom_type::capsule : geom_type::sphere,
           .radius = facts.size[0],
           .half_length = capsule ? facts.size[1] : 0,
           .position = facts.position,
           .density = facts.density,
           .friction = facts.friction[0] > least_friction ? facts.friction[0] : least_friction,
           .contact = facts.contact};
    if (facts.has_fromto) {
        vec3<double> const from{facts.fromto[0], facts.fromto[1], facts.fromto[2]},
            to{facts.fromto[3], facts.fromto[4], facts.fromto[5]}, along = to - from;
        if (!capsule) {
            in.error("fromto", "only a capsule has two ends");
        }
        if (!(dot(along, along) > 1e-18)) {
            in.error("fromto", "the two ends are at the same point");
        }
        g = capsule_between("", from, to, g);
    } else {
        g.axis = turned_z(facts.turn, s.angle);
    }
    if (!(g.radius > 1e-9) || (capsule && !(g.half_length > 1e-9))) {
        in.error("size", capsule ? "a capsule needs a radius and, without fromto, a half length above zero"
                                 : "a sphere needs a radius above zero");
    }
    if (facts.has_mass) {
        geom unit = g;
        unit.density = 1;
        g.density = facts.mass / rigid_of(unit).mass;
    }
    return g;
}

constexpr ground to_floor(attributes const& in, geom_facts const& facts) {
    auto const& v = facts.turn.value;
    bool const turned = facts.turn.given != orientation::kind::none &&
                        !(facts.turn.given == orientation::kind::quat && v[1] == 0 && v[2] == 0 && v[3] == 0) &&
                        !(facts.turn.given == orientation::kind::zaxis && v[0] == 0 && v[1] == 0 && v[2] > 0);
    if (facts.position.z != 0 || turned) {
        in.error("pos", "only the plane z = 0 is supported");
    }
    return {.friction = facts.friction[0], .contact = facts.contact};
}

}  // namespace lockstep::physics::mjcf
