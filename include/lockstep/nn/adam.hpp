// SPDX-License-Identifier: MIT
// Adam (Kingma and Ba 2015, algorithm 1), over any range of the parameters, so that threads can share a step.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/nn/multiply.hpp>

namespace lockstep {

struct adam_config {
    float learning_rate = 3e-4f;
    float beta1 = 0.9f;
    float beta2 = 0.999f;
    float epsilon = 1e-5f;
};

/// Step number `step` (from 1) of `count` parameters, a multiple of simd_width, with the gradient times `scale` (of
/// clip_scale). The moments are zero before step 1. Each element's bits depend on that element only.
LOCKSTEP_NOINLINE inline void adam_update(adam_config const& config, std::uint32_t step, float scale, std::size_t count,
                                          float const* gradient, float* parameters, float* first_moment, float* second_moment) {
    // The corrections of both moments, drawn into one rate and one scale.
    double const correction1 = 1 - std::pow(static_cast<double>(config.beta1), step);
    double const correction2 = 1 - std::pow(static_cast<double>(config.beta2), step);
    native_lanes const rate(config.learning_rate / correction1);
    native_lanes const root_scale(1 / std::sqrt(correction2));
    native_lanes const forget1(1 - config.beta1);
    native_lanes const forget2(1 - config.beta2);
    native_lanes const epsilon(config.epsilon);
    native_lanes const gradient_scale(scale);
    for (std::size_t i = 0; i < count; i += simd_width) {
        native_lanes const g = native_lanes::load(gradient + i) * gradient_scale;
        native_lanes m = native_lanes::load(first_moment + i);
        native_lanes v = native_lanes::load(second_moment + i);
        m = multiply_add(forget1, g - m, m);
        v = multiply_add(forget2, multiply_add(g, g, -v), v);
        m.store(first_moment + i);
        v.store(second_moment + i);
        (native_lanes::load(parameters + i) - rate * m / multiply_add(sqrt(v), root_scale, epsilon)).store(parameters + i);
    }
}

/// The factor that brings a gradient of this squared norm down to norm `most`; 1 if it is shorter, or if most is 0.
inline float clip_scale(float squared_norm, float most) {
    float const norm = std::sqrt(squared_norm);
    return most > 0 && norm > most ? most / norm : 1.0f;
}

/// sum = of `slices` gradients that lie `stride` floats apart, added in their order, and the sum of its squares, for
/// `count` parameters, a multiple of simd_width. Done range by range and with the squares added in the order of the
/// ranges, the norm has the same bits however many threads share the ranges.
LOCKSTEP_NOINLINE inline float sum_of_slices(float const* gradients, std::size_t slices, std::size_t stride, std::size_t count,
                                             float* sum) {
    native_lanes squares(0);
    for (std::size_t i = 0; i < count; i += simd_width) {
        native_lanes total = native_lanes::load(gradients + i);
        for (std::size_t s = 1; s < slices; ++s) {
            total += native_lanes::load(gradients + s * stride + i);
        }
        total.store(sum + i);
        squares = multiply_add(total, total, squares);
    }
    float result = 0;
    for (std::size_t lane = 0; lane < simd_width; ++lane) {
        result += squares[lane];
    }
    return result;
}

}  // namespace lockstep
