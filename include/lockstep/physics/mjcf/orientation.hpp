// SPDX-License-Identifier: MIT
// The orientation of a frame in MJCF: quat, axisangle, euler, xyaxes or zaxis, in the units of <compiler>.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>

namespace lockstep::physics::mjcf {

/// The units of the angles, from the element `<compiler>`.
struct angles {
    double unit = 3.14159265358979323846 / 180;  // in radians
    std::string_view sequence = "xyz";           // the axes of euler; a capital letter is an axis that does not rotate
};

struct orientation {
    enum class kind { none, quat, axisangle, euler, xyaxes, zaxis };
    kind given = kind::none;
    std::array<double, 6> value = {};
};

constexpr double norm(vec3<double> const& v) { return compile_time::sqrt(dot(v, v)); }

/// Reads the element's orientation to `out`, which has that of the default. An element may have one orientation. It replaces that
/// of the default, and must be of the same kind.
constexpr void read_orientation(attributes& in, orientation& out) {
    constexpr std::string_view names[] = {"quat", "axisangle", "euler", "xyaxes", "zaxis"};
    constexpr std::size_t counts[] = {4, 4, 3, 6, 3};
    for (std::size_t i = 0; i < 5; ++i) {
        std::array<double, 6> value{};
        std::size_t const count = in.numbers(names[i], value, counts[i]);
        if (count == 0) {
            continue;
        }
        auto const kind = static_cast<orientation::kind>(i + 1);
        if (count != counts[i]) {
            in.error(names[i], "there are too many numbers", in.word(names[i]));
        }
        if (out.given != orientation::kind::none && out.given != kind) {
            in.error(names[i], "there is an orientation of another kind, here or in the default");
        }
        std::size_t const first = kind == orientation::kind::quat || kind == orientation::kind::axisangle ? 0 : 3;
        double square = 0;  // of what gives a direction
        for (std::size_t k = 0; k < (first == 0 ? counts[i] - (kind == orientation::kind::axisangle ? 1 : 0) : 3); ++k) {
            square += value[k] * value[k];
        }
        if (kind != orientation::kind::euler && !(square > 1e-20)) {
            in.error(names[i], "this is not a direction", in.word(names[i]));
        }
        for (double const x : value) {
            if (x > 1e6 || x < -1e6) {
                in.error(names[i], "the value is beyond 1e6", in.word(names[i]));
            }
        }
        if (kind == orientation::kind::xyaxes) {
            vec3<double> const x{value[0], value[1], value[2]}, y{value[3], value[4], value[5]};
            vec3<double> const z = cross(x, y);
            if (!(dot(z, z) > 1e-12 * dot(x, x) * dot(y, y))) {
                in.error(names[i], "the two axes are parallel", in.word(names[i]));
            }
        }
        if (in.failed()) {
            return;
        }
        out = {kind, value};
    }
}

constexpr quaternion<double> turn_about(vec3<double> const& axis, double angle) {
    double const s = compile_time::sin(0.5 * angle) / norm(axis);
    return {compile_time::cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

/// Returns the quaternion of the rotation whose columns are the axes x, y and z.
constexpr quaternion<double> from_axes(vec3<double> const& x, vec3<double> const& y, vec3<double> const& z) {
    double const w = 1 + x.x + y.y + z.z, a = 1 + x.x - y.y - z.z, b = 1 - x.x + y.y - z.z, c = 1 - x.x - y.y + z.z;
    quaternion<double> q = {x.y - y.x, z.x + x.z, y.z + z.y, c};
    if (w >= 1) {
        q = {w, y.z - z.y, z.x - x.z, x.y - y.x};
    } else if (a >= b && a >= c) {
        q = {y.z - z.y, a, y.x + x.y, z.x + x.z};
    } else if (b >= c) {
        q = {z.x - x.z, y.x + x.y, b, z.y + y.z};
    }
    double const s = 1 / compile_time::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return {s * q.w, s * q.x, s * q.y, s * q.z};
}

/// Returns the shortest rotation that takes z to `direction`. As in MuJoCo, a direction within 1e-7 of z or -z counts as z or -z
/// itself. The rotation to -z is a half turn about x.
constexpr quaternion<double> turn_from_z(vec3<double> const& direction) {
    vec3<double> const d = nearly_upright((1 / norm(direction)) * direction);
    double const above = above_lowest(d);
    if (above == 0) {
        return {0, 1, 0, 0};
    }
    double const s = 1 / compile_time::sqrt(2 * above);
    return {s * above, -s * d.y, s * d.x, 0};
}

constexpr quaternion<double> to_quaternion(orientation const& o, angles const& in) {
    auto const& v = o.value;
    vec3<double> const first{v[0], v[1], v[2]}, second{v[3], v[4], v[5]};
    switch (o.given) {
    case orientation::kind::none: break;
    case orientation::kind::quat: {
        double const square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3];
        double const s = square - 1 < 1e-15 && 1 - square < 1e-15 ? 1 : 1 / compile_time::sqrt(square);
        return {s * v[0], s * v[1], s * v[2], s * v[3]};
    }
    case orientation::kind::axisangle: return turn_about(first, in.unit * v[3]);
    case orientation::kind::euler: {
        quaternion<double> q{1, 0, 0, 0};
        for (std::size_t i = 0; i < 3; ++i) {
            char const letter = in.sequence[i];
            bool const fixed = letter < 'a';
            int const axis = letter - (fixed ? 'X' : 'x');
            vec3<double> const about{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
            quaternion<double> const turn = turn_about(about, in.unit * v[i]);
            q = fixed ? turn * q : q * turn;
        }
        return q;
    }
    case orientation::kind::xyaxes: {
        vec3<double> const x = (1 / norm(first)) * first, y = second - dot(second, x) * x, unit_y = (1 / norm(y)) * y;
        return from_axes(x, unit_y, cross(x, unit_y));
    }
    case orientation::kind::zaxis: return turn_from_z(first);
    }
    return {1, 0, 0, 0};
}

/// Returns the direction of the rotated z, for example of a capsule's axis.
constexpr vec3<double> turned_z(orientation const& o, angles const& in) {
    auto const& v = o.value;
    vec3<double> const first{v[0], v[1], v[2]}, z{0, 0, 1};
    if (o.given == orientation::kind::axisangle) {  // Rodrigues: a rotation about y stays in its plane to the last bit
        vec3<double> const axis = (1 / norm(first)) * first;
        double const c = compile_time::cos(in.unit * v[3]), s = compile_time::sin(in.unit * v[3]);
        return c * z + s * cross(axis, z) + ((1 - c) * dot(axis, z)) * axis;
    }
    if (o.given == orientation::kind::zaxis) {
        double const square = dot(first, first);
        return nearly_upright((square - 1 < 1e-15 && 1 - square < 1e-15 ? 1 : 1 / norm(first)) * first);
    }
    return o.given == orientation::kind::none ? z : rotation(to_quaternion(o, in)) * z;
}

}  // namespace lockstep::physics::mjcf
