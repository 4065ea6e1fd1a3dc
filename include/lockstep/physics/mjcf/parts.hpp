// SPDX-License-Identifier: MIT
// From attributes to the robot's joints, inertials and floor, in radians.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <lockstep/physics/dynamics/mass.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/facts.hpp>
#include <lockstep/physics/mjcf/settings.hpp>
#include <lockstep/physics/mjcf/xml.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

/// Adds `part` to `parts`. Fails with the line of element i if there is no room.
template <class Part, std::size_t Capacity>
constexpr void add(bounded<Part, Capacity>& parts, Part const& part, document& d, std::size_t i, char const* too_many) {
    if (parts.size() == Capacity) {
        fail(d.first_mistake, d.elements[i].line, d.elements[i].name, "", too_many);
        return;
    }
    parts.push_back(part);
}

constexpr joint to_joint(attributes const& in, joint_facts const& facts, settings const& s) {
    joint j = facts.value;
    if (j.type == joint_type::free || j.type == joint_type::ball) {
        if (j.type == joint_type::ball) {
            j.limited = is_limited(in, "range", facts.range, s.autolimits);
            j.range = {0, j.limited ? s.angle.unit * facts.range.range[1] : 0};
            if (j.limited && facts.range.range[0] != 0) {
                in.error("range", "the range of a ball joint does not begin at 0");
            }
        }
        if (is_limited(in, "actuatorfrcrange", facts.actuator_force, s.autolimits)) {
            in.error("actuatorfrcrange", "the force of actuators is limited on slides and hinges only");
        }
        joint const none{};
        j.axis = none.axis, j.reference = 0, j.spring_reference = 0, j.limit = j.limited ? j.limit : none.limit;
        j.position = j.type == joint_type::free ? none.position : j.position;
        return j;
    }
    double const unit = j.type == joint_type::hinge ? s.angle.unit : 1;
    j.reference *= unit, j.spring_reference *= unit;
    j.limited = is_limited(in, "range", facts.range, s.autolimits);
    if (j.limited) {
        j.range = {unit * facts.range.range[0], unit * facts.range.range[1]};
    }
    j.actuator_force_limited = is_limited(in, "actuatorfrcrange", facts.actuator_force, s.autolimits);
    if (j.actuator_force_limited) {
        j.actuator_force_range = facts.actuator_force.range;
    }
    return j;
}

constexpr inertial read_inertial(attributes& in, settings const& s) {
    inertial result{.given = true};
    if (!in.vector("pos", result.center) || !in.number("mass", result.mass)) {
        in.error("", "pos and mass are needed");
    }
    in.not_negative("mass", result.mass);
    orientation turn;
    read_orientation(in, turn);
    if (in.failed()) {
        return result;
    }
    std::array<double, 6> full{};
    if (in.numbers("fullinertia", full, 6) != 0) {
        if (turn.given != orientation::kind::none || in.has("diaginertia")) {
            in.error("fullinertia", "a full inertia has neither an orientation nor a diagonal beside it");
        }
        result.about_center = {full[0], full[1], full[2], full[3], full[4], full[5]};
        if (result.mass > 0 && !is_inertia(result.about_center)) {
            in.error("fullinertia", "each principal moment of inertia must be above 0 and at most the sum of the other two");
        }
    } else {
        vec3<double> diagonal{0, 0, 0};
        if (!in.vector("diaginertia", diagonal)) {
            in.error("", "diaginertia or fullinertia is needed");
        }
        if (result.mass > 0 && !are_moments(diagonal)) {
            in.error("diaginertia", "each moment of inertia must be at least 0 and at most the sum of the other two");
        }
        result.has_axes = true, result.axes = to_quaternion(turn, s.angle);
        result.about_center = rotated(rotation(result.axes), symmetric3<double>{diagonal.x, diagonal.y, diagonal.z, 0, 0, 0});
    }
    return result;
}

constexpr site to_site(attributes const& in, site_facts const& facts, settings const& s) {
    if (!facts.has_fromto) {
        return {.position = facts.position, .orientation = to_quaternion(facts.turn, s.angle)};
    }
    auto const& v = facts.fromto;
    vec3<double> const from{v[0], v[1], v[2]}, to{v[3], v[4], v[5]}, along = from - to;
    if (!(dot(along, along) > 1e-18)) {
        in.error("fromto", "the two ends are at the same point");
        return {};
    }
    return {.position = 0.5 * (from + to), .orientation = turn_from_z(along)};
}

constexpr ground to_floor(attributes const& in, std::string_view name, geom_facts const& facts) {
    auto const& v = facts.turn.value;
    bool const turned = facts.turn.given != orientation::kind::none &&
                        !(facts.turn.given == orientation::kind::quat && v[1] == 0 && v[2] == 0 && v[3] == 0) &&
                        !(facts.turn.given == orientation::kind::zaxis && v[0] == 0 && v[1] == 0 && v[2] > 0);
    if (turned) {
        in.error("quat", "only a level plane is supported");
    }
    return {.name = name,
            .height = facts.position.z,
            .friction = facts.friction[0],
            .contype = static_cast<int>(facts.contype),
            .conaffinity = static_cast<int>(facts.conaffinity),
            .condim = static_cast<int>(facts.condim),
            .contact = facts.contact};
}

}  // namespace lockstep::physics::mjcf
