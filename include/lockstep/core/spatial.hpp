// SPDX-License-Identifier: MIT
// Three-vectors, rotations and the six-vectors of rigid-body dynamics (Featherstone 2008, "Rigid Body Dynamics Algorithms",
// chapter 2). All are aggregates of numbers R only, so that R may be lanes.
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>

namespace lockstep {

template <class R>
struct vec3 {
    R x, y, z;

    friend LOCKSTEP_INLINE constexpr vec3 operator+(vec3 const& a, vec3 const& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend LOCKSTEP_INLINE constexpr vec3 operator-(vec3 const& a, vec3 const& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend LOCKSTEP_INLINE constexpr vec3 operator-(vec3 const& a) { return {-a.x, -a.y, -a.z}; }
    friend LOCKSTEP_INLINE constexpr vec3 operator*(R const& s, vec3 const& a) { return {s * a.x, s * a.y, s * a.z}; }
    friend LOCKSTEP_INLINE constexpr R dot(vec3 const& a, vec3 const& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    friend LOCKSTEP_INLINE constexpr vec3 cross(vec3 const& a, vec3 const& b) {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
};

/// A 3x3 matrix with the rows `x`, `y` and `z`.
template <class R>
struct mat3 {
    vec3<R> x, y, z;

    friend LOCKSTEP_INLINE constexpr vec3<R> operator*(mat3 const& m, vec3<R> const& v) {
        return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
    }
    friend LOCKSTEP_INLINE constexpr mat3 operator*(mat3 const& a, mat3 const& b) {
        mat3 const t = transpose(b);
        return {t * a.x, t * a.y, t * a.z};
    }
    friend LOCKSTEP_INLINE constexpr mat3 operator+(mat3 const& a, mat3 const& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend LOCKSTEP_INLINE constexpr mat3 transpose(mat3 const& m) {
        return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
    }
    friend LOCKSTEP_INLINE constexpr vec3<R> column(mat3 const& m, std::size_t k) {
        return k == 0 ? vec3<R>{m.x.x, m.y.x, m.z.x} : k == 1 ? vec3<R>{m.x.y, m.y.y, m.z.y} : vec3<R>{m.x.z, m.y.z, m.z.z};
    }
};

/// A symmetric 3x3 matrix, given by its six different entries.
template <class R>
struct symmetric3 {
    R xx, yy, zz, xy, xz, yz;

    friend LOCKSTEP_INLINE constexpr vec3<R> operator*(symmetric3 const& m, vec3<R> const& v) {
        return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z, m.xz * v.x + m.yz * v.y + m.zz * v.z};
    }
    friend LOCKSTEP_INLINE constexpr symmetric3 operator+(symmetric3 const& a, symmetric3 const& b) {
        return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
    }
};

/// Returns diagonal * 1 + s * a a^T, where 1 is the identity matrix.
template <class R>
LOCKSTEP_INLINE constexpr symmetric3<R> axisymmetric(R const& diagonal, R const& s, vec3<R> const& a) {
    return {diagonal + s * a.x * a.x,
            diagonal + s * a.y * a.y,
            diagonal + s * a.z * a.z,
            s * a.x * a.y,
            s * a.x * a.z,
            s * a.y * a.z};
}

/// Returns R m R^T, where R is `rotation`: the symmetric tensor m in the axes to which R transforms vectors.
template <class R>
LOCKSTEP_INLINE constexpr symmetric3<R> rotated(mat3<R> const& rotation, symmetric3<R> const& m) {
    vec3<R> const x = m * rotation.x, y = m * rotation.y, z = m * rotation.z;
    return {dot(rotation.x, x), dot(rotation.y, y), dot(rotation.z, z),
            dot(rotation.x, y), dot(rotation.x, z), dot(rotation.y, z)};
}

/// A motion or a force: its angular and its linear part about the same origin, in world axes.
template <class R>
struct spatial {
    vec3<R> angular, linear;

    friend LOCKSTEP_INLINE constexpr spatial operator+(spatial const& a, spatial const& b) {
        return {a.angular + b.angular, a.linear + b.linear};
    }
    friend LOCKSTEP_INLINE constexpr spatial operator-(spatial const& a, spatial const& b) {
        return {a.angular - b.angular, a.linear - b.linear};
    }
    friend LOCKSTEP_INLINE constexpr spatial operator*(R const& s, spatial const& a) { return {s * a.angular, s * a.linear}; }
    friend LOCKSTEP_INLINE constexpr R dot(spatial const& a, spatial const& b) {
        return dot(a.angular, b.angular) + dot(a.linear, b.linear);
    }
};

/// A symmetric 6x6 matrix that maps a motion to a force: (a, l) to (A a + C^T l, C a + L l), where a is angular and l linear.
template <class R>
struct spatial_inertia {
    symmetric3<R> angular;  // A
    mat3<R> coupling;       // C
    symmetric3<R> linear;   // L

    friend LOCKSTEP_INLINE constexpr spatial<R> operator*(spatial_inertia const& i, spatial<R> const& v) {
        return {i.angular * v.angular + transpose(i.coupling) * v.linear, i.coupling * v.angular + i.linear * v.linear};
    }
    friend LOCKSTEP_INLINE constexpr spatial_inertia operator+(spatial_inertia const& a, spatial_inertia const& b) {
        return {a.angular + b.angular, a.coupling + b.coupling, a.linear + b.linear};
    }
};

/// Returns m - u w^T. u must be a multiple of w, so that the result is symmetric.
template <class R>
LOCKSTEP_INLINE constexpr symmetric3<R> minus_outer(symmetric3<R> const& m, vec3<R> const& u, vec3<R> const& w) {
    return {m.xx - u.x * w.x, m.yy - u.y * w.y, m.zz - u.z * w.z, m.xy - u.x * w.y, m.xz - u.x * w.z, m.yz - u.y * w.z};
}

/// Returns i - u w^T. u must be a multiple of w, so that the result is symmetric.
template <class R>
LOCKSTEP_INLINE constexpr spatial_inertia<R> minus_outer(spatial_inertia<R> const& i, spatial<R> const& u, spatial<R> const& w) {
    vec3<R> const &l = u.linear, &a = w.angular;
    return {minus_outer(i.angular, u.angular, w.angular),
            {i.coupling.x - l.x * a, i.coupling.y - l.y * a, i.coupling.z - l.z * a},
            minus_outer(i.linear, u.linear, w.linear)};
}

/// Returns the inertia of a rigid body about the origin, from its mass, its centre of mass and its inertia about this centre.
template <class R>
LOCKSTEP_INLINE constexpr spatial_inertia<R> rigid_inertia(R const& mass, vec3<R> const& center,
                                                           symmetric3<R> const& about_center) {
    vec3<R> const h = mass * center, &c = center;
    R const xx = h.x * c.x, yy = h.y * c.y, zz = h.z * c.z, zero(0);
    symmetric3<R> const steiner = {yy + zz, xx + zz, xx + yy, -(h.x * c.y), -(h.x * c.z), -(h.y * c.z)};
    return {
        about_center + steiner, {{zero, h.z, -h.y}, {-h.z, zero, h.x}, {h.y, -h.x, zero}}, {mass, mass, mass, zero, zero, zero}};
}

/// Returns the spatial inertia of a 3x3 stiffness w at the point r. A contact adds this inertia to that of its body.
template <class R>
LOCKSTEP_INLINE constexpr spatial_inertia<R> point_inertia(symmetric3<R> const& w, vec3<R> const& r) {
    R const zero(0);
    // The columns of w [r]x^T, where [r]x is the matrix of the cross product: the force at r for a unit rotation about each axis.
    vec3<R> const fx = w * vec3<R>{zero, -r.z, r.y}, fy = w * vec3<R>{r.z, zero, -r.x}, fz = w * vec3<R>{-r.y, r.x, zero};
    vec3<R> const tx = cross(r, fx), ty = cross(r, fy), tz = cross(r, fz);
    return {{tx.x, ty.y, tz.z, ty.x, tz.x, tz.y}, {{fx.x, fy.x, fz.x}, {fx.y, fy.y, fz.y}, {fx.z, fy.z, fz.z}}, w};
}

/// Returns a constant of the model in the number type R of the simulation.
template <class R>
LOCKSTEP_INLINE constexpr vec3<R> constant(vec3<double> const& v) {
    return {R(v.x), R(v.y), R(v.z)};
}
template <class R>
LOCKSTEP_INLINE constexpr mat3<R> constant(mat3<double> const& m) {
    return {constant<R>(m.x), constant<R>(m.y), constant<R>(m.z)};
}
template <class R>
LOCKSTEP_INLINE constexpr symmetric3<R> constant(symmetric3<double> const& m) {
    return {R(m.xx), R(m.yy), R(m.zz), R(m.xy), R(m.xz), R(m.yz)};
}

template <class R>
LOCKSTEP_INLINE constexpr vec3<R> zero3() {
    return {R(0), R(0), R(0)};
}
template <class R>
LOCKSTEP_INLINE constexpr mat3<R> identity3() {
    return {{R(1), R(0), R(0)}, {R(0), R(1), R(0)}, {R(0), R(0), R(1)}};
}
template <class R>
LOCKSTEP_INLINE constexpr spatial<R> zero_spatial() {
    return {zero3<R>(), zero3<R>()};
}

}  // namespace lockstep
