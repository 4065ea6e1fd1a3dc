// SPDX-License-Identifier: MIT
// Masses and inertias from the shapes of geoms, as MuJoCo's compiler computes them.
#pragma once

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// A rigid body in some frame.
struct rigid {
    double mass = 0;                                  // kg
    vec3<double> center = {0, 0, 0};                  // m: the centre of mass
    symmetric3<double> inertia = {0, 0, 0, 0, 0, 0};  // kg m^2, about the centre of mass
};

constexpr bool is_positive_definite(symmetric3<double> const& m) {
    double const minor = m.xx * m.yy - m.xy * m.xy;
    double const determinant = m.zz * minor - m.xx * m.yz * m.yz - m.yy * m.xz * m.xz + 2 * m.xy * m.xz * m.yz;
    return m.xx > 0 && minor > 0 && determinant > 0;
}

/// Returns whether an inertia is possible: its principal moments must be above zero, and none may be above the sum of the
/// other two.
constexpr bool is_inertia(symmetric3<double> const& i) {
    double const half = 0.5 * (i.xx + i.yy + i.zz) * (1 + 1e-9);  // a thin rod's moments are on the bound
    return is_positive_definite(i) && is_positive_definite({half - i.xx, half - i.yy, half - i.zz, -i.xy, -i.xz, -i.yz});
}

/// Returns whether three principal moments are possible: none may be negative or above the sum of the other two. They may be
/// zero, as those of a point, or of a rod without a width.
constexpr bool are_moments(vec3<double> const& m) {
    double const half = 0.5 * (m.x + m.y + m.z) * (1 + 1e-9), least = -1e-12 * half;
    return m.x >= least && m.y >= least && m.z >= least && m.x <= half && m.y <= half && m.z <= half;
}

/// Returns mass (|d|^2 1 - d d^T), which a shift by d from the centre of mass adds to an inertia.
constexpr symmetric3<double> shifted(double mass, vec3<double> const& d) { return axisymmetric(mass * dot(d, d), -mass, d); }

/// Returns two bodies as one rigid body.
constexpr rigid operator+(rigid const& a, rigid const& b) {
    if (a.mass + b.mass == 0) {
        return {};
    }
    double const mass = a.mass + b.mass;
    vec3<double> const center = (1 / mass) * (a.mass * a.center + b.mass * b.center);
    return {mass, center, a.inertia + shifted(a.mass, a.center - center) + (b.inertia + shifted(b.mass, b.center - center))};
}

constexpr rigid scaled(double factor, rigid const& a) {
    symmetric3<double> const& i = a.inertia;
    return {
        factor * a.mass, a.center, {factor * i.xx, factor * i.yy, factor * i.zz, factor * i.xy, factor * i.xz, factor * i.yz}};
}

/// Returns the body in another frame. `position` and `orientation` are those of its own frame in the other frame.
constexpr rigid placed(vec3<double> const& position, mat3<double> const& orientation, rigid const& a) {
    return {a.mass, position + orientation * a.center, rotated(orientation, a.inertia)};
}

/// Returns the mass and inertia of a geom with three half sizes a, b, c. Its moment about a is share * mass * (b^2 + c^2).
constexpr rigid rigid_of(geom const& g, double volume, double share) {
    double const mass = g.density * volume, xx = g.half_sizes.x * g.half_sizes.x, yy = g.half_sizes.y * g.half_sizes.y,
                 zz = g.half_sizes.z * g.half_sizes.z, s = share * mass;
    return {mass, g.position, rotated(frame_of(g), symmetric3<double>{s * (yy + zz), s * (xx + zz), s * (xx + yy), 0, 0, 0})};
}

/// Returns the mass and inertia of a solid geom. A capsule is a cylinder with two half spheres.
constexpr rigid rigid_of(geom const& g) {
    constexpr double pi = 3.14159265358979323846;
    if (double const box = 8 * g.half_sizes.x * g.half_sizes.y * g.half_sizes.z; g.type == geom_type::box) {
        return rigid_of(g, box, 1.0 / 3);
    } else if (g.type == geom_type::ellipsoid) {
        return rigid_of(g, box * pi / 6, 0.2);
    }
    double const r = g.radius, height = g.type == geom_type::sphere ? 0 : 2 * g.half_length;
    double const sphere = g.type == geom_type::cylinder ? 0 : g.density * pi * r * r * r * 4 / 3;
    double const cylinder = g.density * pi * r * r * height;
    double const ends = 0.4 * sphere * r * r;
    double const across = ends + cylinder * (3 * r * r + height * height) / 12 + sphere * height * (3 * r + 2 * height) / 8;
    double const along = ends + cylinder * r * r / 2;
    return {sphere + cylinder, g.position, axisymmetric(across, along - across, g.axis)};
}

constexpr rigid rigid_of(body const& b) {
    if (b.inertia.given) {
        return {b.inertia.mass, b.inertia.center, b.inertia.about_center};
    }
    rigid sum;
    for (geom const& g : b.geoms) {
        sum = sum + rigid_of(g);
    }
    return sum;
}

/// Returns whether the body has mass, and inertia about every axis. MuJoCo requires one such body in each link.
constexpr bool is_inert(body const& b) {
    return rigid_of(b).mass > 1e-15 && (!b.inertia.given || is_positive_definite(b.inertia.about_center));
}

}  // namespace lockstep::physics
