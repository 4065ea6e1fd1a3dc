// SPDX-License-Identifier: MIT
// The sites of a model: of a robot's body, in the frame of the body that it is, or is fused into.
#pragma once

#include <cstddef>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Where a site's body is.
constexpr placement place_of(robot const& r, placements const& places, site const& s) {
    if (s.body.empty()) {
        return {};
    }
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        if (r.bodies[b].name == s.body) {
            return places[b];
        }
    }
    refuse("site", s.name, "is on a body that is not there");
}

constexpr void add_sites(robot const& r, placements const& places, model& m) {
    for (site const& s : r.sites) {
        placement const at = place_of(r, places, s);
        m.sites.push_back({at.body, at.position + at.orientation * s.position, at.orientation * rotation(s.orientation)});
    }
}

/// The number of the site of this name.
constexpr std::size_t index_of_site(robot const& r, std::string_view name) {
    for (std::size_t i = 0; i < r.sites.size(); ++i) {
        if (r.sites[i].name == name) {
            return i;
        }
    }
    refuse("site", name, "is not there");
}

}  // namespace lockstep::physics
