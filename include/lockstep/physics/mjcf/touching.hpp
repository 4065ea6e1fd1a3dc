// SPDX-License-Identifier: MIT
// Which geoms may touch, by MuJoCo's masks and filters (MuJoCo documentation, "Computation: Selection").
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/error.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

/// A geom by its masks.
struct touching {
    std::size_t body = 0, line = 0;
    unsigned contype = 1, conaffinity = 1;

    friend constexpr bool may_touch(touching const& a, touching const& b) {
        return (a.contype & b.conaffinity) != 0 || (b.contype & a.conaffinity) != 0;
    }
};

/// no_body if none has that name.
constexpr std::size_t index_of_body(robot const& r, std::string_view name) {
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        if (r.bodies[b].name == name) {
            return b;
        }
    }
    return no_body;
}

/// The first body up the tree that has joints, itself included; no_body: the world.
constexpr std::size_t moving(robot const& r, std::size_t b) {
    while (b != no_body && r.bodies[b].joints.size() == 0) {
        b = r.bodies[b].parent.empty() ? no_body : index_of_body(r, r.bodies[b].parent);
    }
    return b;
}

constexpr std::size_t moving_parent(robot const& r, std::size_t b) {
    std::size_t const own = moving(r, b);
    return own == no_body || r.bodies[own].parent.empty() ? no_body : moving(r, index_of_body(r, r.bodies[own].parent));
}

/// Links do not touch each other here: fails where MuJoCo would let them.
constexpr void check_links(robot const& r, std::vector<touching> const& geoms,
                           std::vector<std::pair<std::size_t, std::size_t>> const& excluded) {
    for (std::size_t i = 0; i < geoms.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            touching const &a = geoms[i], &b = geoms[k];
            if (!may_touch(a, b)) {
                continue;
            }
            bool apart = moving(r, a.body) == moving(r, b.body) || moving(r, a.body) == moving_parent(r, b.body) ||
                         moving(r, b.body) == moving_parent(r, a.body);
            for (auto const& [first, second] : excluded) {
                apart = apart || (first == a.body && second == b.body) || (first == b.body && second == a.body);
            }
            if (!apart) {
                fail(a.line, "geom", "",
                     "may touch a geom of another link (contype and conaffinity), and links do not touch here",
                     r.bodies[b.body].name);
            }
        }
    }
}

}  // namespace lockstep::physics::mjcf
