// SPDX-License-Identifier: MIT
// The sites of a model, in the frames of its bodies.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns the placement of the body of a site. Throws std::invalid_argument if the robot does not have the body.
constexpr placement place_of(robot const& r, placements const& places, site const& s) {
    if (s.body.empty()) {
        return {};
    }
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        if (r.bodies[b].name == s.body) {
            return places[b];
        }
    }
    refuse("site", s.name, "is on a body that does not exist");
}

/// Adds the sites of the robot to `m`, in their order.
constexpr void add_sites(robot const& r, placements const& places, model& m) {
    for (site const& s : r.sites) {
        placement const at = place_of(r, places, s);
        m.sites.push_back({at.body, at.position + at.orientation * s.position, at.orientation * rotation(s.orientation)});
    }
}

/// Returns the index of the site of this name. Throws std::invalid_argument if there is none.
constexpr std::size_t index_of_site(robot const& r, std::string_view name) {
    for (std::size_t i = 0; i < r.sites.size(); ++i) {
        if (r.sites[i].name == name) {
            return i;
        }
    }
    refuse("site", name, "does not exist");
}

}  // namespace lockstep::physics
