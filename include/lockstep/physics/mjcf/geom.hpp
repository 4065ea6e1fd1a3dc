// SPDX-License-Identifier: MIT
// From the attributes of a <geom> to the robot's geom: its sizes, ends, orientation and mass.
#pragma once

#include <cstddef>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/dynamics/mass.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/facts.hpp>
#include <lockstep/physics/mjcf/orientation.hpp>
#include <lockstep/physics/mjcf/settings.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

/// Sets the sizes that the type of the geom has. Fails if one of them is not above zero.
constexpr void set_sizes(attributes const& in, geom_facts const& facts, geom& g) {
    auto const& [x, y, z] = facts.size;
    auto const at_least = [&](std::size_t count, char const* why) {
        for (std::size_t i = 0; i < count; ++i) {
            if (!(facts.size[i] > 1e-9)) {
                in.error("size", why);
            }
        }
    };
    switch (g.type) {
    case geom_type::sphere: at_least(1, "a sphere needs a radius above zero"); break;
    case geom_type::capsule:
        at_least(facts.has_fromto ? 1 : 2, "a capsule needs a radius and, without fromto, a half length above zero");
        break;
    case geom_type::cylinder:
        at_least(facts.has_fromto ? 1 : 2, "a cylinder needs a radius and, without fromto, a half length above zero");
        break;
    case geom_type::box: at_least(facts.has_fromto ? 1 : 3, "a box needs three half sizes above zero, or one and fromto"); break;
    case geom_type::ellipsoid:
        at_least(facts.has_fromto ? 1 : 3, "an ellipsoid needs three half sizes above zero, or one and fromto");
        break;
    }
    if (g.type == geom_type::box || g.type == geom_type::ellipsoid) {
        g.half_sizes = {x, facts.has_fromto ? x : y, z};
    } else {
        g.radius = x;
        g.half_length = g.type == geom_type::sphere ? 0 : y;
    }
}

/// Places the geom between two points (fromto). Fails if the geom is a sphere, if the points coincide, or if there is a pos too.
constexpr void set_ends(attributes const& in, geom_facts const& facts, geom& g) {
    vec3<double> const from{facts.fromto[0], facts.fromto[1], facts.fromto[2]},
        to{facts.fromto[3], facts.fromto[4], facts.fromto[5]}, along = to - from;
    if (g.type == geom_type::sphere) {
        in.error("fromto", "a sphere has no two ends");
        return;
    }
    if (!(dot(along, along) > 1e-18)) {
        in.error("fromto", "the two ends are at the same point");
        return;
    }
    if (facts.position.x != 0 || facts.position.y != 0 || facts.position.z != 0) {
        in.error("fromto", "there is a pos too, here or in the default");
    }
    g = capsule_between("", from, to, g);
    g.axis = nearly_upright(g.axis);
    if (g.type == geom_type::box || g.type == geom_type::ellipsoid) {
        g.half_sizes.z = g.half_length;
        g.half_length = 0;
    }
}

/// Sets the geom's orientation. Even if the shape is round about its z, the rotation about z counts: for the points at which an
/// upright cylinder touches, for the box of a fluid, and for MuJoCo's inverse weight of a body that only slides.
constexpr void set_orientation(orientation const& turn, angles const& units, geom& g) {
    quaternion<double> const q = to_quaternion(turn, units);
    if (g.type == geom_type::box || g.type == geom_type::ellipsoid) {
        g.orientation = q;
        return;
    }
    g.axis = turned_z(turn, units);
    quaternion<double> const t = turn_from_z(g.axis);
    double const w = t.w * q.w + t.x * q.x + t.y * q.y + t.z * q.z, z = t.w * q.z + t.y * q.x - t.x * q.y - t.z * q.w;
    bool const turned = z > 1e-12 || z < -1e-12;
    g.orientation = turned ? quaternion<double>{w, 0, 0, z} : quaternion<double>{1, 0, 0, 0};
}

constexpr geom to_geom(attributes const& in, geom_facts const& facts, settings const& s) {
    geom g{.type = static_cast<geom_type>(static_cast<int>(facts.type) - 1),
           .position = facts.position,
           .density = facts.density,
           .friction = facts.friction[0],
           .contype = static_cast<int>(facts.contype),
           .conaffinity = static_cast<int>(facts.conaffinity),
           .condim = static_cast<int>(facts.condim),
           .contact = facts.contact};
    for (std::size_t i = 0; i < g.paint.size(); ++i) {
        g.paint[i] = static_cast<float>(facts.rgba[i]);
    }
    set_sizes(in, facts, g);
    if (facts.has_fromto) {
        set_ends(in, facts, g);
    } else {
        set_orientation(facts.turn, s.angle, g);
    }
    if (in.failed()) {
        return g;
    }
    if (facts.has_mass) {
        geom unit = g;
        unit.density = 1;
        g.density = facts.mass / rigid_of(unit).mass;
    }
    if (facts.group < s.mass_groups[0] || facts.group > s.mass_groups[1]) {
        g.density = 0;
    }
    return g;
}

}  // namespace lockstep::physics::mjcf
