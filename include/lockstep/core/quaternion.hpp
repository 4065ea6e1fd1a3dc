// SPDX-License-Identifier: MIT
// Unit quaternions (w, x, y, z) as MuJoCo stores the rotation of a free or ball joint.
#pragma once

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>

namespace lockstep {

template <class R>
struct quaternion {
    R w, x, y, z;

    /// Returns Hamilton's product. It is the rotation by b, followed by the rotation by a.
    friend LOCKSTEP_INLINE constexpr quaternion operator*(quaternion const& a, quaternion const& b) {
        return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    }
};

/// Returns the rotation matrix of `q`. `q` need not have unit length, but must not be zero.
template <class R>
LOCKSTEP_INLINE constexpr mat3<R> rotation(quaternion<R> const& q) {
    R const two_over_norm = R(2) / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z), one(1);
    R const x = q.x * two_over_norm, y = q.y * two_over_norm, z = q.z * two_over_norm;
    R const xx = q.x * x, yy = q.y * y, zz = q.z * z, xy = q.x * y, xz = q.x * z, yz = q.y * z;
    R const wx = q.w * x, wy = q.w * y, wz = q.w * z;
    return {{one - yy - zz, xy - wz, xz + wy}, {xy + wz, one - xx - zz, yz - wx}, {xz - wy, yz + wx, one - xx - yy}};
}

template <real R>
LOCKSTEP_INLINE quaternion<R> normalized(quaternion<R> const& q) {
    R const s = R(1) / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return {s * q.w, s * q.x, s * q.y, s * q.z};
}

/// Returns exp(v), the rotation about v by |v| rad.
template <real R>
LOCKSTEP_INLINE quaternion<R> rotation_by(vec3<R> const& v) {
    R const angle = sqrt(max(dot(v, v), R(1e-30)));  // for v = 0 it is 1e-15, which gives exactly (1, 0, 0, 0)
    R s, c;
    sincos(R(0.5) * angle, s, c);
    R const k = s / angle;
    return {c, k * v.x, k * v.y, k * v.z};
}

template <class R>
LOCKSTEP_INLINE constexpr quaternion<R> conjugate(quaternion<R> const& q) {
    return {q.w, -q.x, -q.y, -q.z};
}

/// Returns the rotation vector of a unit quaternion, in rad: the vector v for which rotation_by(v) is q or -q. Of the two
/// rotations that lead to the orientation `q`, the shorter is taken, so the length of the vector is at most pi.
template <real R>
LOCKSTEP_INLINE vec3<R> rotation_vector(quaternion<R> const& q) {
    R const s = sqrt(max(q.x * q.x + q.y * q.y + q.z * q.z, R(1e-30)));
    R const angle = R(2) * atan(s / max(abs(q.w), R(1e-30))), k = select(q.w < R(0), -angle, angle) / s;
    return {k * q.x, k * q.y, k * q.z};
}

template <class R>
LOCKSTEP_INLINE constexpr quaternion<R> constant(quaternion<double> const& q) {
    return {R(q.w), R(q.x), R(q.y), R(q.z)};
}

}  // namespace lockstep
