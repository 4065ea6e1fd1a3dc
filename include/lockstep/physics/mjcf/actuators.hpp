// SPDX-License-Identifier: MIT
// <motor>, <position>, <velocity> and <general>, in a default or for themselves. To MuJoCo they are four ways to state one
// thing, and a class has one actuator: what one of them states, the others inherit.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/facts.hpp>
#include <lockstep/physics/mjcf/settings.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

struct actuator_facts {
    std::array<double, 6> gear = {1, 0, 0, 0, 0, 0};
    interval control = {}, force = {};
    bool affine = false;  // the bias counts
    std::array<double, 10> gain = {1}, bias = {};
};

constexpr bool is_actuator(std::string_view name) {
    return name == "motor" || name == "position" || name == "velocity" || name == "general";
}

constexpr void read_servo(attributes& in, actuator_facts& out) {
    in.number("kp", out.gain[0]);
    out.affine = true, out.bias[1] = -out.gain[0];
    double value = 0;
    in.not_negative("kv", value);
    out.bias[2] = in.has("kv") ? -value : out.bias[2];
    in.not_negative("dampratio", value);
    if (in.has("kv") && in.has("dampratio")) {
        in.error("dampratio", "the damping is given by kv already");
    }
    out.bias[2] = in.has("dampratio") ? value : out.bias[2];  // above zero it is a ratio: MuJoCo's own encoding
    in.only(0, {"timeconst", "inheritrange"});
}

/// `name`: of the element.
constexpr void read_facts(attributes& in, std::string_view name, actuator_facts& out, notes list) {
    in.numbers("gear", out.gear, 1);
    read_interval(in, "ctrlrange", "ctrllimited", out.control);
    read_interval(in, "forcerange", "forcelimited", out.force);
    if (name == "motor") {
        out.gain[0] = 1, out.affine = false;
    } else if (name == "position") {
        read_servo(in, out);
    } else if (name == "velocity") {
        in.number("kv", out.gain[0]);
        out.affine = true, out.bias = {0, 0, -out.gain[0]};
    } else {
        in.only({"none"}, {"dyntype"});
        in.only({"fixed"}, {"gaintype"});
        out.affine = in.one_of("biastype", {"none", "affine"}, out.affine);
        in.numbers("gainprm", out.gain, 1);
        in.numbers("biasprm", out.bias, 1);
        in.ignore(list, {"dynprm"});
    }
    in.ignore(list, {"group", "user", "lengthrange"});
}

/// What they describe, as yet without a joint.
constexpr actuator to_actuator(attributes const& in, actuator_facts const& facts, settings const& s) {
    actuator a{.gear = facts.gear[0]};
    double const gain = facts.gain[0], *const bias = facts.bias.data();
    bool const servo = facts.affine && bias[1] == -gain;
    if (facts.affine && bias[0] == 0 && servo) {
        a.type = actuator_type::position, a.kp = gain;
        (bias[2] > 0 ? a.damping_ratio : a.kv) = bias[2] > 0 ? bias[2] : -bias[2];
    } else if (facts.affine && bias[0] == 0 && bias[1] == 0 && bias[2] == -gain) {
        a.type = actuator_type::velocity, a.kv = gain;
    } else if (facts.affine || gain != 1) {
        if (servo && bias[2] > 0) {
            in.error("biasprm", "a damping ratio beside a constant force is not supported");
        }
        a.type = actuator_type::general, a.gain = gain;
        a.bias = facts.affine ? std::array<double, 3>{bias[0], bias[1], bias[2]} : a.bias;
    }
    a.control_limited = is_limited(in, "ctrlrange", facts.control, s.autolimits);
    if (a.control_limited) {
        a.control_range = facts.control.range;
    }
    a.force_limited = is_limited(in, "forcerange", facts.force, s.autolimits);
    if (a.force_limited) {
        a.force_range = facts.force.range;
    }
    return a;
}

}  // namespace lockstep::physics::mjcf
