// SPDX-License-Identifier: MIT
// The poses of an episode in 14 bytes for each body and frame, as the viewer's page has them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/io/animation.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/scene.hpp>

namespace lockstep {

/// Returns the pose `other` relative to the pose `leader`: its position and orientation in the leader's frame.
LOCKSTEP_COLD inline physics::pose seen_from(physics::pose const& leader, physics::pose const& other) {
    quaternion<double> const back = conjugate(leader.orientation);
    return {rotation(back) * (other.position - leader.position), back * other.orientation};
}

/// The movers of an animation. A mover is a set of shapes that move together: the shapes of one body, or the target. A frame
/// stores one pose for each mover: that of its first shape, the leader. The other shapes do not move relative to it.
struct pose_movers {
    std::vector<std::size_t> leaders;  ///< [movers]: index of the leading shape
    std::vector<std::ptrdiff_t> of;    ///< [shapes]: index of the mover; -1 for a shape that is fixed to the world

    std::size_t leader_of(std::size_t shape) const { return leaders[static_cast<std::size_t>(of[shape])]; }

    LOCKSTEP_COLD explicit pose_movers(animation const& film) {
        auto const& shapes = film.scene().shapes;
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            std::size_t const body = shapes[i].at.body;
            bool const is_target = film.has_target() && i + 1 == shapes.size();
            if (body == physics::no_body && !is_target) {
                of.push_back(-1);
                continue;
            }
            std::size_t mover = 0;
            while (mover < leaders.size() && shapes[leaders[mover]].at.body != body) {
                ++mover;
            }
            if (mover == leaders.size()) {
                leaders.push_back(i);
            }
            of.push_back(static_cast<std::ptrdiff_t>(mover));
        }
    }
};

/// The poses of an episode. Each frame has a root, which is the position of the first mover in m, and seven 16-bit numbers for
/// each mover: the mover's position relative to the root in units of `scale`, then its quaternion in units of 1 / 32767.
struct packed_poses {
    double scale = 1e-9;              ///< m
    std::vector<float> roots;         ///< [frames][3]
    std::vector<std::int16_t> poses;  ///< [frames][movers][7]: x, y, z, then the quaternion w, x, y, z

    LOCKSTEP_COLD packed_poses(animation const& film, pose_movers const& movers) {
        auto const root_of = [&](std::size_t frame) -> vec3<double> {
            return movers.leaders.empty() ? vec3<double>{0, 0, 0} : film.frames()[frame][movers.leaders[0]].position;
        };
        constexpr double greatest = std::numeric_limits<std::int16_t>::max();
        for (std::size_t frame = 0; frame < film.size(); ++frame) {
            for (std::size_t const leader : movers.leaders) {
                auto const [x, y, z] = film.frames()[frame][leader].position - root_of(frame);
                scale = std::max({scale, std::abs(x) / greatest, std::abs(y) / greatest, std::abs(z) / greatest});
            }
        }
        for (std::size_t frame = 0; frame < film.size(); ++frame) {
            auto const root = root_of(frame);
            roots.insert(roots.end(), {static_cast<float>(root.x), static_cast<float>(root.y), static_cast<float>(root.z)});
            for (std::size_t const leader : movers.leaders) {
                auto const& [position, q] = film.frames()[frame][leader];
                vec3<double> const from_root = (1 / scale) * (position - root);
                for (double const number : {from_root.x, from_root.y, from_root.z, greatest * q.w, greatest * q.x,
                                            greatest * q.y, greatest * q.z}) {
                    poses.push_back(static_cast<std::int16_t>(std::lround(number)));
                }
            }
        }
    }
};

}  // namespace lockstep
