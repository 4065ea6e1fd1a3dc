// SPDX-License-Identifier: MIT
// Adam (Kingma and Ba 2015, algorithm 1), with decoupled weight decay AdamW, over any range of the parameters, so that threads
// can share a step.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/nn/multiply.hpp>

namespace lockstep {

struct adam_config {
    float learning_rate = 3e-4f;
    float beta1 = 0.9f;      ///< share of the gradients' mean that a step keeps
    float beta2 = 0.999f;    ///< of the mean of their squares
    float epsilon = 1e-5f;   ///< beside the root of that mean
    float weight_decay = 0;  ///< above 0: AdamW (Loshchilov and Hutter 2019), a step of rate * decay towards zero beside Adam's
};

/// 1 - beta^step: how much of the gradients a mean has seen that began at zero.
template <std::floating_point T>
T adam_correction(float beta, std::uint32_t step) {
    return -expm1(static_cast<T>(step) * log(static_cast<T>(beta)));
}

/// Step number `step` (from 1) of `count` parameters, a multiple of row_width, with the gradient times `scale` (of
/// clip_scale). The moments are zero before step 1. Each element's bits depend on that element only.
template <std::floating_point T>
LOCKSTEP_NOINLINE void adam_update(adam_config const& config, std::uint32_t step, std::type_identity_t<T> scale,
                                   std::size_t count, T const* gradient, T* parameters, T* first_moment, T* second_moment) {
    using R = native_row<T>;
    // The corrections of both moments, drawn into one rate and one scale.
    R const rate(config.learning_rate / adam_correction<T>(config.beta1, step));
    R const root_scale(1 / sqrt(adam_correction<T>(config.beta2, step)));
    R const forget1(1 - config.beta1);
    R const forget2(1 - config.beta2);
    R const epsilon(config.epsilon);
    R const gradient_scale(scale);
    R const kept(fma(-config.learning_rate, config.weight_decay, 1));
    for (std::size_t i = 0; i < count; i += row_width<T>) {
        R const g = load_row<R>(gradient + i) * gradient_scale;
        R m = load_row<R>(first_moment + i);
        R v = load_row<R>(second_moment + i);
        m = multiply_add(forget1, g - m, m);
        v = multiply_add(forget2, multiply_add(g, g, -v), v);
        store_row(m, first_moment + i);
        store_row(v, second_moment + i);
        R const step_back = -rate * m / multiply_add(sqrt(v), root_scale, epsilon);
        store_row(multiply_add(kept, load_row<R>(parameters + i), step_back), parameters + i);
    }
}

/// The factor that brings a gradient of this squared norm down to norm `most`; 1 if it is shorter, or if most is 0.
template <std::floating_point T>
T clip_scale(T squared_norm, float most) {
    T const norm = sqrt(squared_norm);
    return most > 0 && norm > T(most) ? T(most) / norm : T(1);
}

/// sum = of `slices` gradients that lie `stride` numbers apart, added in their order, and the sum of its squares, an
/// ordered_sum, for `count` parameters, a multiple of row_width. Done range by range and with the squares added in the order of
/// the ranges, the norm has the same bits however many threads share the ranges.
template <std::floating_point T, real R = native_row<T>>
LOCKSTEP_NOINLINE T sum_of_slices(T const* gradients, std::size_t slices, std::size_t stride, std::size_t count, T* sum) {
    constexpr std::size_t width = width_of<R>;
    ordered_sum<R> squares;
    auto const add = [&](std::size_t row, std::size_t i) {
        R total = load_row<R>(gradients + i);
        for (std::size_t s = 1; s < slices; ++s) {
            total += load_row<R>(gradients + s * stride + i);
        }
        store_row(total, sum + i);
        squares.partial(row) = multiply_add(total, total, squares.partial(row));
    };
    std::size_t i = 0;
    for (; i + squares.partial_sums <= count; i += squares.partial_sums) {
#pragma GCC unroll 8
        for (std::size_t row = 0; row < squares.rows; ++row) {
            add(row, i + row * width);
        }
    }
    for (std::size_t row = 0; i < count; ++row, i += width) {
        add(row, i);
    }
    return squares.total();
}

}  // namespace lockstep
