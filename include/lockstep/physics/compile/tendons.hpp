// SPDX-License-Identifier: MIT
// From tendons that name joints to tendons of dofs.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/compile/softness.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// A joint of a robot, found by its name.
struct found_joint {
    bool exists = false;  // if not, the rest means nothing
    joint_type type = joint_type::hinge;
    std::size_t body = 0, first_dof = 0;
    joint const* stated = nullptr;  // the joint in the robot

    /// Returns whether the joint exists and is a slide or hinge.
    constexpr bool has_one_dof() const { return exists && dofs_of(type) == 1; }
};

/// Returns the joint of that name. If there is none, its `exists` is false.
constexpr found_joint find_joint(robot const& r, std::string_view name) {
    std::size_t dof = 0;
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        for (joint const& j : r.bodies[b].joints) {
            if (!name.empty() && j.name == name) {
                return {true, j.type, b, dof, &j};
            }
            dof += dofs_of(j.type);
        }
    }
    return {};
}

/// Returns the index of the tendon of that name in r.tendons, or no_tendon.
constexpr std::size_t find_tendon(robot const& r, std::string_view name) {
    for (std::size_t t = 0; t < r.tendons.size(); ++t) {
        if (!name.empty() && r.tendons[t].name == name) {
            return t;
        }
    }
    return no_tendon;
}

/// Returns the dof of the slide or hinge that a tendon names. Throws std::invalid_argument if there is none of this name.
constexpr std::size_t dof_of_joint(robot const& r, std::string_view name) {
    found_joint const j = find_joint(r, name);
    if (!j.has_one_dof()) {
        refuse("tendon", name, "moves no slide or hinge of that name");
    }
    return j.first_dof;
}

/// Returns whether two bodies are the same, or one hangs from the other.
constexpr bool on_one_branch(robot const& r, std::size_t a, std::size_t b) {
    std::size_t const upper = a < b ? a : b;
    std::size_t lower = a < b ? b : a;
    while (lower > upper && !r.bodies[lower].parent.empty()) {
        lower = index_of_parent(r, lower);
    }
    return lower == upper;
}

/// Which pairs of a tendon's joints are on one branch of the tree: all of them (branch), none (fork) or some (mixed).
enum class layout { branch, fork, mixed };

constexpr layout layout_of(robot const& r, tendon const& t) {
    std::size_t together = 0, pairs = 0;
    for (std::size_t i = 0; i < t.joints.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k, ++pairs) {
            together += on_one_branch(r, find_joint(r, t.joints[i].joint).body, find_joint(r, t.joints[k].joint).body) ? 1 : 0;
        }
    }
    return together == pairs ? layout::branch : together == 0 ? layout::fork : layout::mixed;
}

/// Returns why a tendon is not supported, or nullptr if it is supported. All joints that the tendon names must exist.
constexpr char const* refusal_of_tendon(robot const& r, tendon const& t) {
    if (t.joints.size() == 0) {
        return "has no joints";
    }
    for (std::size_t i = 0; i < t.joints.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            if (t.joints[i].joint == t.joints[k].joint) {
                return "has a joint twice";
            }
        }
    }
    return r.integrator == integrator_type::implicit_fast && layout_of(r, t) == layout::mixed
               ? "has joints on one branch and on others: implicitfast is not supported for it"
               : nullptr;
}

/// Adds the tendons of the robot to `m`, in their order. Throws std::invalid_argument if a tendon is not supported.
constexpr void add_tendons(robot const& r, model& m) {
    for (tendon const& given : r.tendons) {
        model::tendon t{.stiffness = given.stiffness, .damping = given.damping, .spring_length = given.spring_length};
        t.limited = given.limited, t.range = given.range, t.limit = impedance_of(given.limit, r.timestep, 0);
        t.friction_loss = given.friction_loss, t.friction = impedance_of(given.friction, r.timestep, 0);
        double at_rest = 0;
        for (tendon_joint const& j : given.joints) {
            t.joints.push_back({dof_of_joint(r, j.joint), j.coefficient});
            at_rest += j.coefficient * m.dofs[t.joints[t.joints.size() - 1].dof].spring_reference;
        }
        if (char const* const reason = refusal_of_tendon(r, given); reason != nullptr) {
            refuse("tendon", given.name, reason);
        }
        if (t.spring_length[0] == -1 && t.spring_length[1] == -1) {
            t.spring_length = {at_rest, at_rest};
        }
        t.branch = layout_of(r, given) == layout::branch;
        m.tendons.push_back(t);
    }
}

}  // namespace lockstep::physics
