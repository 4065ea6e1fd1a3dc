// SPDX-License-Identifier: MIT
// <tendon>, in a default or by itself, and the <fixed> tendons of a robot.
#pragma once

#include <cstddef>

#include <lockstep/physics/compile/tendons.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/facts.hpp>
#include <lockstep/physics/mjcf/parts.hpp>
#include <lockstep/physics/mjcf/settings.hpp>
#include <lockstep/physics/mjcf/xml.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

struct tendon_facts {
    tendon value = {};
    interval range = {};
};

constexpr void read_facts(attributes& in, tendon_facts& out, notes list) {
    in.number("stiffness", out.value.stiffness);
    in.number("damping", out.value.damping);
    if (in.numbers("springlength", out.value.spring_length, 1) == 1) {
        out.value.spring_length[1] = out.value.spring_length[0];
    }
    if (out.value.spring_length[1] < out.value.spring_length[0]) {
        in.error("springlength", "the lower end is above the upper end", in.word("springlength"));
    }
    read_interval(in, "range", "limited", out.range);
    read_softness(in, "solreflimit", "solimplimit", out.value.limit);
    in.not_negative("frictionloss", out.value.friction_loss);
    read_solver_parameters(in, "solreffriction", "solimpfriction", out.value.friction);
    in.only(0, {"armature", "actuatorfrcrange"});
    in.only({"false", "auto"}, {"actuatorfrclimited"});
    in.ignore_numbers(list, {"group", "user", "width", "rgba"});
    in.ignore(list, {"material"});
}

/// Returns the tendon of element i, a `<fixed>`, without its name. `facts` are its defaults. The robot must have its
/// joints already.
constexpr tendon read_tendon(document& d, std::size_t i, attributes& in, tendon_facts facts, settings const& s, robot const& r,
                             notes list) {
    read_facts(in, facts, list);
    tendon t = facts.value;
    t.limited = is_limited(in, "range", facts.range, s.autolimits);
    if (t.limited) {
        t.range = facts.range.range;
    }
    for (std::size_t const k : children(d, i)) {
        attributes part(d, k);
        if (d.elements[k].name != "joint") {
            unsupported(d, k);
        }
        tendon_joint j{.joint = part.word("joint")};
        if (!part.number("coef", j.coefficient)) {
            part.error("coef", "a tendon's joint needs a coefficient");
        }
        if (!find_joint(r, j.joint).has_one_dof()) {
            part.error("joint", "there is no slide or hinge of this name", j.joint);
        }
        part.leaf();
        for (tendon_joint const& other : t.joints) {
            if (other.joint == j.joint) {
                part.error("joint", "the tendon has this joint already", j.joint);
            }
        }
        add(t.joints, j, d, k, "a tendon has more joints than physics::max_tendon_joints");
    }
    if (in.failed()) {
        return t;
    }
    if (char const* const reason = refusal_of_tendon(r, t); reason != nullptr) {
        in.error("", reason);
    }
    return t;
}

}  // namespace lockstep::physics::mjcf
