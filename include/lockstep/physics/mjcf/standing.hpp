// SPDX-License-Identifier: MIT
// Bodies that are fixed to the world: no joint is between them and the world. They do not move, so only their pose counts.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/mjcf/orientation.hpp>
#include <lockstep/physics/mjcf/xml.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

/// The world, or a body that is fixed to it, in the world's frame.
struct standing {
    std::string_view name = "world";
    std::size_t element = no_element;
    vec3<double> position = {0, 0, 0};
    quaternion<double> orientation = {1, 0, 0, 0};

    /// Changes a pose in the frame of this body to the same pose in the world's frame.
    constexpr void carry(vec3<double>& p, quaternion<double>& q) const {
        if (element != no_element) {
            p = position + rotation(orientation) * p;
            q = orientation * q;
        }
    }
    constexpr void carry(geom& g) const {
        quaternion<double> turn = turn_from_z(g.axis) * g.orientation;
        carry(g.position, turn);
        g.axis = column(rotation(turn), 2);
        g.orientation = conjugate(turn_from_z(g.axis)) * turn;
    }
};

}  // namespace lockstep::physics::mjcf
