// SPDX-License-Identifier: MIT
// The box with a body's mass and inertia. It stands for the body in a fluid (MuJoCo documentation, "Computation: Fluid forces,
// Inertia model").
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/spatial.hpp>

namespace lockstep::physics {

/// Returns the principal axes of an inertia, as columns, the greatest moment first. Rotations remove the greatest product of
/// inertia (Jacobi 1846) until none is above 4e-15 of the greatest moment. If moments are equal, they do not determine the axes.
/// MuJoCo makes the same rotations and ends at the same point, so its axes are mostly the same.
constexpr mat3<double> principal_axes(symmetric3<double> const& inertia) {
    double const scale = inertia.xx + inertia.yy + inertia.zz;
    double const two = inertia.xx > inertia.yy ? inertia.xx : inertia.yy, greatest = two > inertia.zz ? two : inertia.zz;
    std::array<vec3<double>, 3> axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    auto const size = [](double x) { return x < 0 ? -x : x; };
    auto const product = [&](std::size_t a, std::size_t b) { return dot(axes[a], inertia * axes[b]); };
    for (int rotation = 0; rotation < 100; ++rotation) {
        double const xy = size(product(0, 1)), xz = size(product(0, 2)), yz = size(product(1, 2));
        std::size_t const a = xy > xz && xy > yz ? 0 : xz > yz ? 0 : 1, b = xy > xz && xy > yz ? 1 : 2;
        if (!(size(product(a, b)) > 4e-15 * greatest)) {
            break;
        }
        double const half = (product(b, b) - product(a, a)) / (2 * product(a, b));
        double const tangent = (half < 0 ? -1 : 1) / (size(half) + compile_time::sqrt(half * half + 1));
        double const cosine = 1 / compile_time::sqrt(tangent * tangent + 1), sine = tangent * cosine;
        vec3<double> const before = axes[a];
        axes[a] = cosine * before - sine * axes[b];
        axes[b] = sine * before + cosine * axes[b];
    }
    for (std::size_t const a : {0, 1, 0}) {
        if (product(a, a) + 1e-13 * scale < product(a + 1, a + 1)) {
            vec3<double> const less = axes[a];
            axes[a] = axes[a + 1];
            axes[a + 1] = zero3<double>() - less;
        }
    }
    return transpose(mat3<double>{axes[0], axes[1], axes[2]});
}

/// Returns the lengths of the box's edges (m). `mass` is in kg, and `inertia` in kg m^2. `axes` are the principal axes of the
/// inertia, as columns.
constexpr vec3<double> inertia_box(double mass, symmetric3<double> const& inertia, mat3<double> const& axes) {
    symmetric3<double> const own = rotated(transpose(axes), inertia);
    auto const edge = [mass](double beside, double other, double about) {
        double const squared = 6 * (beside + other - about) / mass;
        return squared > 0 ? compile_time::sqrt(squared) : 0;
    };
    return {edge(own.yy, own.zz, own.xx), edge(own.zz, own.xx, own.yy), edge(own.xx, own.yy, own.zz)};
}

}  // namespace lockstep::physics
