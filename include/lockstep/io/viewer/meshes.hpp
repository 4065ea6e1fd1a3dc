// SPDX-License-Identifier: MIT
// The viewer's meshes, in JavaScript: the shapes of MuJoCo with unit sizes. A vertex has a position, a normal and an end: the
// renderer multiplies the position by the shape's size and then moves the ends of a capsule apart.
#pragma once

namespace lockstep::detail {

inline constexpr char viewer_meshes[] = R"js(
// The surface that a profile sweeps around z. A point of the profile: radius, height, the normal's two parts, and its end.
function lathe(profile, sides = 32) {
    const vertices = [], indices = [];
    for (let side = 0; side <= sides; ++side) {
        const [c, s] = [Math.cos(2 * Math.PI * side / sides), Math.sin(2 * Math.PI * side / sides)];
        for (const [radius, height, across, along, end] of profile) {
            vertices.push(radius * c, radius * s, height, across * c, across * s, along, end);
        }
    }
    for (let side = 0; side < sides; ++side) {
        for (let i = 0; i + 1 < profile.length; ++i) {
            const low = side * profile.length + i, next = low + profile.length;
            indices.push(low, next, next + 1, low, next + 1, low + 1);
        }
    }
    return {vertices, indices};
}

function ball(rings = 8) {
    const profile = [];
    for (const [from, end] of [[-Math.PI / 2, -1], [0, 1]]) {
        for (let ring = 0; ring <= rings; ++ring) {
            const angle = from + Math.PI / 2 * ring / rings;
            profile.push([Math.cos(angle), Math.sin(angle), Math.cos(angle), Math.sin(angle), end]);
        }
    }
    return lathe(profile);
}

function cuboid() {
    const vertices = [], indices = [];
    for (const [axis, sign] of [[0, -1], [0, 1], [1, -1], [1, 1], [2, -1], [2, 1]]) {
        const first = vertices.length / 7;
        for (const [u, v] of [[-1, -1], [sign, -sign], [1, 1], [-sign, sign]]) {
            const position = [0, 0, 0], normal = [0, 0, 0];
            position[axis] = normal[axis] = sign;
            position[(axis + 1) % 3] = u;
            position[(axis + 2) % 3] = v;
            vertices.push(...position, ...normal, 0);
        }
        indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
    return {vertices, indices};
}

const bottom = height => [[0, height, 0, -1, 0], [1, height, 0, -1, 0]];
const lid = [[1, 1, 0, 1, 0], [0, 1, 0, 1, 0]];
const round = ball();
const meshes = {
    sphere: round,
    capsule: round,
    ellipsoid: round,
    cylinder: lathe([...bottom(-1), [1, -1, 1, 0, 0], [1, 1, 1, 0, 0], ...lid]),
    cone: lathe([...bottom(0), [1, 0, 0.9, 0.4, 0], [0, 1, 0.9, 0.4, 0]]),
    box: cuboid(),
    plane: {
        vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]].flatMap(corner => [...corner, 0, 0, 0, 1, 0]),
        indices: [0, 1, 2, 0, 2, 3],
    },
};

// What a mesh is multiplied by, and how far its ends move apart. size: as in MJCF.
function extent_of(type, size) {
    switch (type) {
    case "sphere": return [[size[0], size[0], size[0]], 0];
    case "capsule": return [[size[0], size[0], size[0]], size[1]];
    case "cylinder": return [[size[0], size[0], size[1]], 0];
    default: return [size, 0];
    }
}
)js";

}  // namespace lockstep::detail
