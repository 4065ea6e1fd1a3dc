// SPDX-License-Identifier: MIT
// Which geoms may touch, by MuJoCo's masks and filters (MuJoCo documentation, "Computation: Selection"), and with which
// parameters.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <lockstep/core/macros.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns whether the contype of one and the conaffinity of the other share a bit. `a` and `b` are two geoms, or a geom and
/// the ground.
template <class A, class B>
constexpr bool may_touch(A const& a, B const& b) {
    return (a.contype & b.conaffinity) != 0 || (b.contype & a.conaffinity) != 0;
}

/// Returns the index of the body of that name, or no_body.
constexpr std::size_t index_of_body(robot const& r, std::string_view name) {
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        if (r.bodies[b].name == name) {
            return b;
        }
    }
    return no_body;
}

/// Returns the first body with joints on the way from body b, b included, to the world. Returns no_body if there is none: then b
/// is fixed to the world.
constexpr std::size_t moving(robot const& r, std::size_t b) {
    while (b != no_body && r.bodies[b].joints.size() == 0) {
        b = r.bodies[b].parent.empty() ? no_body : index_of_body(r, r.bodies[b].parent);
    }
    return b;
}

/// Returns the first body with joints above the link of body b. Returns no_body if the world carries that link, or if b is fixed
/// to the world.
constexpr std::size_t moving_parent(robot const& r, std::size_t b) {
    std::size_t const own = moving(r, b);
    return own == no_body || r.bodies[own].parent.empty() ? no_body : moving(r, index_of_body(r, r.bodies[own].parent));
}

/// Returns whether the robot excludes contacts of the two bodies with these names.
constexpr bool are_excluded(robot const& r, std::string_view a, std::string_view b) {
    for (exclusion const& e : r.exclusions) {
        if ((e.first == a && e.second == b) || (e.first == b && e.second == a)) {
            return true;
        }
    }
    return false;
}

/// The links of a robot's bodies. They are found only once, because a compiler keeps all that it computes in a search by name.
class body_links {
public:
    constexpr explicit body_links(robot const& r) {
        for (std::size_t b = 0; b < r.bodies.size(); ++b) {
            own_[b] = moving(r, b);
            above_[b] = moving_parent(r, b);
        }
    }
    /// Returns whether the geoms of bodies a and b do not touch unless r.pairs lists them. This is so if both bodies are of one
    /// link, if they are of a link and its parent, or if their contacts are excluded.
    constexpr bool are_apart(robot const& r, std::size_t a, std::size_t b) const {
        return own_[a] == own_[b] || own_[a] == above_[b] || own_[b] == above_[a] ||
               are_excluded(r, r.bodies[a].name, r.bodies[b].name);
    }

private:
    std::array<std::size_t, max_bodies> own_{}, above_{};
};

/// Returns the parameters of a contact of two geoms: the means of both (MuJoCo's solmix 1), and the sum of the margins. If a
/// solref states -stiffness and -damping, each number of the result's solref is the lesser of the two.
constexpr softness mixed(softness const& a, softness const& b) {
    softness result{.margin = a.margin + b.margin};
    bool const times = a.solref[0] > 0 && b.solref[0] > 0;
    for (std::size_t i = 0; i < 2; ++i) {
        double const lesser = a.solref[i] < b.solref[i] ? a.solref[i] : b.solref[i];
        result.solref[i] = times ? 0.5 * (a.solref[i] + b.solref[i]) : lesser;
    }
    for (std::size_t i = 0; i < 5; ++i) {
        result.solimp[i] = 0.5 * (a.solimp[i] + b.solimp[i]);
    }
    return result;
}

/// Returns whether contacts between geoms of two types are supported.
constexpr bool can_touch(geom_type a, geom_type b) {
    if (a == geom_type::cylinder || b == geom_type::cylinder) {
        return a == geom_type::capsule || b == geom_type::capsule;
    }
    if (a == geom_type::box || b == geom_type::box) {
        return a == geom_type::sphere || b == geom_type::sphere;
    }
    return a <= geom_type::capsule && b <= geom_type::capsule;
}

/// Returns the contact parameters of two geoms, or of a geom and the ground, that are not listed as a pair.
template <class A, class B>
constexpr contact_pair mixed_pair(A const& a, B const& b) {
    return {.first = a.name,
            .second = b.name,
            .condim = a.condim > b.condim ? a.condim : b.condim,
            .friction = a.friction > b.friction ? a.friction : b.friction,
            .contact = mixed(a.contact, b.contact)};
}

/// Returns the pair with a friction of at least least_friction.
constexpr contact_pair with_friction(contact_pair p) {
    p.friction = p.friction > least_friction ? p.friction : least_friction;
    return p;
}

/// Returns the index in r.pairs of the pair of these two names, in either order, or r.pairs.size() if there is none.
constexpr std::size_t listed_pair(robot const& r, std::string_view a, std::string_view b) {
    for (std::size_t i = 0; i < r.pairs.size(); ++i) {
        contact_pair const& p = r.pairs[i];
        if ((p.first == a && p.second == b) || (p.first == b && p.second == a)) {
            return i;
        }
    }
    return r.pairs.size();
}

/// Returns the contact parameters of geom a of the body called `owner` and the ground. If the two do not touch, condim is 0.
LOCKSTEP_COLD constexpr contact_pair ground_pair(robot const& r, std::string_view owner, geom const& a) {
    if (std::size_t const listed = listed_pair(r, a.name, r.floor.name); listed != r.pairs.size()) {
        return with_friction(r.pairs[listed]);
    }
    contact_pair result = with_friction(mixed_pair(a, r.floor));
    result.condim = may_touch(a, r.floor) && !are_excluded(r, owner, "world") ? result.condim : 0;
    return result;
}

/// Returns the contact parameters of geom a of body body_a and geom b of body body_b. If the two do not touch, condim is 0.
constexpr contact_pair link_pair(robot const& r, body_links const& links, std::size_t body_a, geom const& a, std::size_t body_b,
                                 geom const& b) {
    if (std::size_t const listed = listed_pair(r, a.name, b.name); listed != r.pairs.size()) {
        return with_friction(r.pairs[listed]);
    }
    if (!may_touch(a, b) || links.are_apart(r, body_a, body_b)) {
        return {.condim = 0};
    }
    return with_friction(mixed_pair(a, b));
}

}  // namespace lockstep::physics
