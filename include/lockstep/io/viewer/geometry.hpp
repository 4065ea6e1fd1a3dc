// SPDX-License-Identifier: MIT
// The viewer's geometry, in JavaScript: vectors [x, y, z], unit quaternions [w, x, y, z], and matrices of 16 numbers, column by
// column, as WebGL takes them. Lengths are in m, z is up.
#pragma once

namespace lockstep::detail {

inline constexpr char viewer_geometry[] = R"js(
const add = (a, b) => a.map((x, i) => x + b[i]);
const subtract = (a, b) => a.map((x, i) => x - b[i]);
const scaled = (s, a) => a.map(x => s * x);
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const length = a => Math.sqrt(dot(a, a));
const normalized = a => scaled(1 / (length(a) || 1), a);
const mixed = (a, b, share) => a.map((x, i) => x + share * (b[i] - x));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

// The rotation by b, then by a.
function compose(a, b) {
    const u = a.slice(1), v = b.slice(1);
    return [a[0] * b[0] - dot(u, v), ...add(add(scaled(a[0], v), scaled(b[0], u)), cross(u, v))];
}

function rotate(q, v) {
    const u = q.slice(1), t = scaled(2, cross(u, v));
    return add(add(v, scaled(q[0], t)), cross(u, t));
}

// Between two rotations, the short way.
const between = (a, b, share) => normalized(mixed(a, dot(a, b) < 0 ? scaled(-1, b) : b, share));

// The rotation that takes z to a direction.
function rotation_to(direction) {
    const z = normalized(direction);
    return z[2] < -0.9999 ? [0, 1, 0, 0] : normalized([1 + z[2], ...cross([0, 0, 1], z)]);
}

function matrix_of(position, q) {
    const columns = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(axis => [...rotate(q, axis), 0]);
    return [...columns.flat(), ...position, 1];
}

// The matrix a b.
function product(a, b) {
    return Array.from({length: 16}, (_, k) => {
        const row = k % 4, column = 4 * Math.floor(k / 4);
        return [0, 1, 2, 3].reduce((sum, i) => sum + a[row + 4 * i] * b[column + i], 0);
    });
}

function perspective(angle, aspect, near, far) {
    const f = 1 / Math.tan(angle / 2);
    return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0];
}

// What a camera at `eye` sees that looks at `target`, with z upwards.
function view_from(eye, target) {
    const back = normalized(subtract(eye, target)), right = normalized(cross([0, 0, 1], back)), up = cross(back, right);
    return [...[0, 1, 2].flatMap(i => [right[i], up[i], back[i], 0]), -dot(right, eye), -dot(up, eye), -dot(back, eye), 1];
}

// Where a light from far away in the direction `light` throws a point: on the plane at `height`.
function shadow_on(height, light) {
    const [x, y] = [light[0] / light[2], light[1] / light[2]];
    return [1, 0, 0, 0, 0, 1, 0, 0, -x, -y, 0, 0, x * height, y * height, height, 1];
}
)js";

}  // namespace lockstep::detail
