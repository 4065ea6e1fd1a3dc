// SPDX-License-Identifier: MIT
// Noise that is correlated over time: a sum of waves whose power falls with a power of the frequency (Timmer and Koenig 1995).
// Pinneri et al. 2020 ("Sample-efficient cross-entropy method for real-time planning") draw a planner's actions this way.
#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace lockstep {

/// Returns the matrix [steps][steps] that turns a vector of `steps` standard normal numbers into noise: the noise at step t is
/// the product of row t and this vector. The variance of the noise is 1 at every step. The power of a wave of k periods is
/// proportional to k^-color; the constant has the power of the slowest wave. If `color` is 0, the matrix is orthogonal, so the
/// noise is white.
inline std::vector<float> colored_noise(std::size_t steps, float color) {
    double const n = static_cast<double>(steps);
    // Column 0 is the constant. Columns 2 k - 1 and 2 k are the cosine and the sine of k periods. If `steps` is even, the last
    // wave has only a cosine.
    auto const power = [&](std::size_t k) { return std::pow(static_cast<double>(k == 0 ? 1 : k), -static_cast<double>(color)); };
    double total = 0;
    for (std::size_t column = 0; column < steps; ++column) {
        total += power((column + 1) / 2);
    }
    std::vector<float> matrix(steps * steps);
    for (std::size_t t = 0; t < steps; ++t) {
        for (std::size_t column = 0; column < steps; ++column) {
            std::size_t const k = (column + 1) / 2;
            double const phase = 2 * std::numbers::pi * static_cast<double>(k * t % steps) / n;
            bool const has_no_sine = k == 0 || 2 * k == steps;
            double const wave = column % 2 == 1 || k == 0 ? std::cos(phase) : std::sin(phase);
            double const amplitude = (has_no_sine ? 1 : std::numbers::sqrt2) * std::sqrt(power(k) / total);
            matrix[t * steps + column] = static_cast<float>(amplitude * wave);
        }
    }
    return matrix;
}

}  // namespace lockstep
