// SPDX-License-Identifier: MIT
// The box that has a body's mass and inertia: what MuJoCo takes for its shape in a fluid (MuJoCo documentation,
// "Computation: Fluid forces, Inertia model").
#pragma once

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/spatial.hpp>

namespace lockstep::physics {

/// Directions, in the columns, about which the inertia has no products: by rotations that remove one product after the
/// other (Jacobi 1846).
constexpr mat3<double> principal_axes(symmetric3<double> const& inertia) {
    mat3<double> rows = identity3<double>();
    auto const turn = [](vec3<double>& p, vec3<double>& q, double pp, double qq, double product) {
        if (product * product <= 1e-34 * pp * qq) {
            return;
        }
        double const half = (qq - pp) / (2 * product), size = half < 0 ? -half : half;
        double const tangent = (half < 0 ? -1 : 1) / (size + compile_time::sqrt(size * size + 1));
        double const cosine = 1 / compile_time::sqrt(tangent * tangent + 1), sine = tangent * cosine;
        vec3<double> const before = p;
        p = cosine * before - sine * q;
        q = sine * before + cosine * q;
    };
    for (int sweep = 0; sweep < 10; ++sweep) {
        symmetric3<double> own = rotated(rows, inertia);
        turn(rows.x, rows.y, own.xx, own.yy, own.xy);
        own = rotated(rows, inertia);
        turn(rows.x, rows.z, own.xx, own.zz, own.xz);
        own = rotated(rows, inertia);
        turn(rows.y, rows.z, own.yy, own.zz, own.yz);
    }
    return transpose(rows);
}

/// The lengths of the box's edges. `axes`: its directions in the columns, principal axes of the inertia.
constexpr vec3<double> inertia_box(double mass, symmetric3<double> const& inertia, mat3<double> const& axes) {
    symmetric3<double> const own = rotated(transpose(axes), inertia);
    auto const edge = [mass](double beside, double other, double about) {
        double const squared = 6 * (beside + other - about) / mass;
        return squared > 0 ? compile_time::sqrt(squared) : 0;
    };
    return {edge(own.yy, own.zz, own.xx), edge(own.zz, own.xx, own.yy), edge(own.xx, own.yy, own.zz)};
}

}  // namespace lockstep::physics
