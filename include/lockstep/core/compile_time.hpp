// SPDX-License-Identifier: MIT
// sqrt, sin and cos that a compiler can evaluate (those of the standard are constexpr from C++26 on). They are for constants of
// models, and never for kernels. The relative error of sqrt is below 3e-16. sqrt returns 0 for a number that is not above 0. The
// absolute error of sin and cos is below 2e-15 for |x| < 100.
#pragma once

#include <lockstep/core/macros.hpp>

namespace lockstep::compile_time {

constexpr double sqrt(double a) {
    if (!(a > 0)) {
        return 0;
    }
    double root = a > 1 ? a : 1;
    for (double next = 0.5 * (root + a / root); next < root; next = 0.5 * (root + a / root)) {
        root = next;
    }
    return root;
}

constexpr double sin(double x) {
    constexpr double pi = 3.14159265358979323846, pi_high = 3.140625, pi_low = 9.6765358979323846e-4;
    double const turns = static_cast<double>(static_cast<long long>(x / pi + (x < 0 ? -0.5 : 0.5)));
    double const r = (x - turns * pi_high) - turns * pi_low;  // |r| <= pi / 2; the first product is exact
    double term = r, sum = 0;
    for (int k = 1; k < 30; k += 2) {
        sum += term;
        term *= -r * r / ((k + 1) * (k + 2));
    }
    return static_cast<long long>(turns) % 2 == 0 ? sum : -sum;
}

constexpr double cos(double x) {
    double const s = sin(0.5 * x);
    return 1 - 2 * s * s;
}

}  // namespace lockstep::compile_time
