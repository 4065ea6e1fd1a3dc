// SPDX-License-Identifier: MIT
// Which body of the model each body of a robot belongs to, and where. Bodies without joints are fused into their parents.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Where a body of the robot is in the model: the body of the model that it is or is fused into, and its pose in the frame
/// of that body.
struct placement {
    std::size_t body = no_body;                      // no_body: the world
    vec3<double> position = {0, 0, 0};               // m
    mat3<double> orientation = identity3<double>();  // from its own axes to those of the model's body
};

using placements = std::array<placement, max_bodies>;

/// Returns the index of the parent of body b. Throws std::invalid_argument if no body before b has the name of the parent.
constexpr std::size_t index_of_parent(robot const& r, std::size_t b) {
    for (std::size_t parent = 0; parent < b; ++parent) {
        if (r.bodies[parent].name == r.bodies[b].parent) {
            return parent;
        }
    }
    refuse("body", r.bodies[b].name, "has a parent that is not a body before it");
}

constexpr bool is_turned(mat3<double> const& m) {
    return m.x.x != 1 || m.y.y != 1 || m.z.z != 1 || m.x.y != 0 || m.x.z != 0 || m.y.z != 0;
}

/// Adds the bodies of the model to `m`, without joints and masses yet. Returns the placements of the robot's bodies, by their
/// index in r.bodies. Throws std::invalid_argument if a body has neither a parent nor a joint, or a parent that is not before it.
LOCKSTEP_COLD constexpr placements add_bodies(robot const& r, model& m) {
    placements places{};
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        body const& given = r.bodies[b];
        bool const root = given.parent.empty();
        placement const parent = root ? placement{} : places[index_of_parent(r, b)];
        vec3<double> const position = parent.position + parent.orientation * given.position;
        mat3<double> const orientation = parent.orientation * rotation(given.orientation);
        if (given.joints.size() == 0) {
            if (root) {
                refuse("body", given.name, "has neither a parent nor a joint: it would be welded to the world");
            }
            places[b] = {parent.body, position, orientation};
            continue;
        }
        places[b].body = m.bodies.size();
        m.bodies.push_back(
            {.parent = parent.body, .position = position, .orientation = orientation, .turned = is_turned(orientation)});
    }
    return places;
}

}  // namespace lockstep::physics
