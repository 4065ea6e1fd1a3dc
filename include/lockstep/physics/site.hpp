// SPDX-License-Identifier: MIT
// The poses of a robot's sites, for an observation, a reward or a picture.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Returns the position of a site in the world (m). `site` is the result of index_of_site(robot, name).
template <real R>
vec3<R> site_position(model const& m, kinematics<R> const& k, std::size_t site) {
    auto const& [body, position, orientation] = m.sites[site];
    vec3<R> const own = constant<R>(position);
    return body == no_body ? own : k.origin[body] + (k.position[body] + k.orientation[body] * own);
}

/// Returns the rotation from the axes of a site to the world's.
template <real R>
mat3<R> site_orientation(model const& m, kinematics<R> const& k, std::size_t site) {
    auto const& [body, position, orientation] = m.sites[site];
    mat3<R> const own = constant<R>(orientation);
    return body == no_body ? own : k.orientation[body] * own;
}

}  // namespace lockstep::physics
