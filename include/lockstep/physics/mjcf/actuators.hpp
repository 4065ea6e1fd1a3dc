// SPDX-License-Identifier: MIT
// <motor>, <position>, <velocity> and <general>, in a default or by themselves. To MuJoCo they are four ways to state the same
// thing, so a class of defaults has one actuator. What one of the four states, the others inherit. Gain and bias are an
// exception. An element inherits them only from an element of the same name and from <general>. <general> inherits them from all.
#pragma once

#include <array>
#include <string_view>

#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/facts.hpp>
#include <lockstep/physics/mjcf/settings.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

/// How the control becomes a force.
struct force_law {
    std::string_view stated_by = "general";  // the name of an element
    bool affine = false;                     // whether the bias counts
    std::array<double, 10> gain = {1}, bias = {};

    /// Returns whether an element of this name inherits the law.
    constexpr bool passes_to(std::string_view name) const {
        return stated_by == name || stated_by == "general" || name == "general";
    }
};

struct actuator_facts {
    std::array<double, 6> gear = {1, 0, 0, 0, 0, 0};
    interval control = {}, force = {};
    double inherited = 0;  // above zero: a servo's control range is this factor times the range of what it moves, about the same
                           // middle; then a ctrlrange that <general> states does not count
    force_law law = {};
};

constexpr bool is_actuator(std::string_view name) {
    return name == "motor" || name == "position" || name == "velocity" || name == "general";
}

constexpr void read_servo(attributes& in, actuator_facts& facts) {
    force_law& out = facts.law;
    in.number("kp", out.gain[0]);
    out.affine = true, out.bias[0] = 0, out.bias[1] = -out.gain[0];
    double value = 0;
    in.not_negative("kv", value);
    out.bias[2] = in.has("kv") ? -value : out.bias[2];
    in.not_negative("dampratio", value);
    if (in.has("kv") && in.has("dampratio")) {
        in.error("dampratio", "the damping is given by kv already");
    }
    out.bias[2] = in.has("dampratio") ? value : out.bias[2];  // as in MuJoCo, a number above zero is a damping ratio
    in.only(0, {"timeconst"});
    if (in.has("ctrlrange")) {
        facts.inherited = 0;
    } else if (in.number("inheritrange", facts.inherited) && facts.inherited > 0) {
        facts.control.range = {0, 0}, facts.control.given = false;
    }
    in.number("inheritrange", facts.inherited);
    if (facts.inherited > 0 && facts.control.given) {
        in.error("inheritrange", "there is a ctrlrange too, here or in the default");
    }
}

/// Reads the attributes of an element with this name to `out`. Before the call, out.law must be the law that the
/// element inherits.
constexpr void read_facts(attributes& in, std::string_view name, actuator_facts& out, notes list) {
    in.numbers("gear", out.gear, 1);
    read_interval(in, "ctrlrange", "ctrllimited", out.control);
    read_interval(in, "forcerange", "forcelimited", out.force);
    force_law& law = out.law;
    law.stated_by = name;
    if (name == "motor") {
        law = {.stated_by = name};
    } else if (name == "position") {
        read_servo(in, out);
    } else if (name == "velocity") {
        in.number("kv", law.gain[0]);
        law.affine = true, law.bias = {0, 0, -law.gain[0]};
    } else {
        in.only({"none"}, {"dyntype"});
        in.only({"fixed"}, {"gaintype"});
        law.affine = in.one_of("biastype", {"none", "affine"}, law.affine);
        in.numbers("gainprm", law.gain, 1);
        in.numbers("biasprm", law.bias, 1);
        in.ignore_numbers(list, {"dynprm"});
    }
    in.ignore_numbers(list, {"group", "user", "lengthrange"});
}

/// Returns the actuator that the facts describe, without a joint yet. `range` is the range of the joint or tendon that it moves,
/// or nullptr if that has none.
constexpr actuator to_actuator(attributes const& in, actuator_facts const& facts, std::array<double, 2> const* range,
                               settings const& s) {
    actuator a{.gear = facts.gear[0]};
    force_law const& law = facts.law;
    double const gain = law.gain[0], *const bias = law.bias.data();
    bool const servo = law.affine && bias[1] == -gain, ratio = servo && bias[2] > 0;
    if (ratio && gain < 0) {
        in.error(in.has("dampratio") ? "dampratio" : "", "a spring of negative stiffness has no damping ratio");
    }
    if (servo && bias[0] == 0) {
        a.type = actuator_type::position, a.kp = gain;
        (ratio ? a.damping_ratio : a.kv) = ratio ? bias[2] : -bias[2];
    } else if (law.affine && bias[0] == 0 && bias[1] == 0 && bias[2] == -gain) {
        a.type = actuator_type::velocity, a.kv = gain;
    } else if (law.affine || gain != 1) {
        a.type = actuator_type::general, a.gain = gain;
        a.bias = law.affine ? std::array<double, 3>{bias[0], bias[1], ratio ? 0 : bias[2]} : a.bias;
        a.damping_ratio = ratio ? bias[2] : 0;
    }
    interval control = facts.control;
    if (servo && facts.inherited > 0) {
        if (range == nullptr) {
            in.error("inheritrange", "what it moves is no slide, hinge or tendon with a range that counts");
            return a;
        }
        double const middle = 0.5 * ((*range)[0] + (*range)[1]), half = 0.5 * ((*range)[1] - (*range)[0]);
        control.range = {middle - facts.inherited * half, middle + facts.inherited * half}, control.given = true;
    }
    a.control_limited = is_limited(in, "ctrlrange", control, s.autolimits);
    if (a.control_limited) {
        a.control_range = control.range;
    }
    a.force_limited = is_limited(in, "forcerange", facts.force, s.autolimits);
    if (a.force_limited) {
        a.force_range = facts.force.range;
    }
    return a;
}

}  // namespace lockstep::physics::mjcf
