// SPDX-License-Identifier: MIT
// The humanoid as Gymnasium lays it on its back. It has the same parts, but where all joints are at zero, trunk and legs lie
// along the ground. Only the facts are here. Everything else is computed from them.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>
#include <lockstep/physics/robots/humanoid.hpp>

namespace lockstep::physics {

inline constexpr robot humanoid_standup = [] {
    constexpr double degree = 3.14159265358979323846 / 180;
    robot lying = humanoid;
    lying.name = "humanoid_standup";
    auto const move = [&](std::string_view name, vec3<double> const& position) -> body& {
        std::size_t b = 0;
        while (lying.bodies[b].name != name) {
            ++b;
        }
        lying.bodies[b].position = position;
        return lying.bodies[b];
    };
    auto const lay = [](geom& part, vec3<double> const& from, vec3<double> const& to) {
        part = capsule_between(part.name, from, to, part);
    };

    body& torso = move("torso", {0, 0, 0.105});
    torso.geoms[1].position = {-0.15, 0, 0};
    lay(torso.geoms[2], {0.11, -0.06, 0}, {0.11, 0.06, 0});
    move("lower_waist", {0.21, 0, 0});
    move("pelvis", {0.165, 0, 0});
    lay(move("right_thigh", {0, -0.1, 0}).geoms[0], {0, 0, 0}, {0.34, 0.01, 0});
    lay(move("right_shin", {0.403, 0.01, 0}).geoms[0], {0, 0, 0}, {0.3, 0, 0});
    move("right_foot", {0.35, 0, -0.1});
    body& left_thigh = move("left_thigh", {0, 0.1, 0});
    left_thigh.joints[2].range = {-120 * degree, 20 * degree};
    lay(left_thigh.geoms[0], {0, 0, 0}, {0.34, -0.01, 0});
    lay(move("left_shin", {0.403, -0.01, 0}).geoms[0], {0, 0, 0}, {0.3, 0, 0});
    move("left_foot", {0.35, 0, -0.1});
    return lying;
}();

inline constexpr model humanoid_standup_model = compile(humanoid_standup);

}  // namespace lockstep::physics
