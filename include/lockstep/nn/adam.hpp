// SPDX-License-Identifier: MIT
// Adam (Kingma and Ba 2015, algorithm 1), with decoupled weight decay (AdamW). A step works on any range of the parameters, so
// that threads can share it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

struct adam_config {
    float learning_rate = 3e-4f;
    float beta1 = 0.9f;     ///< share of the running mean of the gradients that a step keeps
    float beta2 = 0.999f;   ///< share of the running mean of their squares that a step keeps
    float epsilon = 1e-5f;  ///< added to the root of the corrected mean of the squares
    /// If above 0, this is AdamW (Loshchilov and Hutter 2019): a step also multiplies the parameters by 1 minus learning_rate
    /// times weight_decay.
    float weight_decay = 0;
};

/// Returns 1 - beta^step: the sum of the weights of the gradients in a running mean that began at zero.
template <class S>
S adam_correction(float beta, S const& step) {
    return -expm1(step * log(S(beta)));
}

/// The numbers of a step that are the same for all parameters. S is the type of a number.
template <class S>
struct adam_step {
    S rate;              ///< the learning rate, divided by the correction of the first moment
    S root_scale;        ///< 1 / the root of the correction of the second moment
    S forget1, forget2;  ///< 1 - beta1 and 1 - beta2
    S epsilon;
    S kept;            ///< the factor of the parameters: less than 1 with weight decay
    S gradient_scale;  ///< the factor of the gradient, from clip_scale
};

/// Returns the numbers of step number `step`, counted from 1. `learning_rate` takes the place of config.learning_rate. The
/// gradient is multiplied by `gradient_scale`.
template <class S>
adam_step<S> adam_step_of(adam_config const& config, S const& learning_rate, S const& step, S const& gradient_scale) {
    return {.rate = learning_rate / adam_correction(config.beta1, step),
            .root_scale = S(1) / sqrt(adam_correction(config.beta2, step)),
            .forget1 = S(1 - config.beta1),
            .forget2 = S(1 - config.beta2),
            .epsilon = S(config.epsilon),
            .kept = fma(-learning_rate, S(config.weight_decay), S(1)),
            .gradient_scale = gradient_scale};
}

/// Makes one step for `count` parameters: changes `parameters` and both moments. `count` must be a multiple of pack_width. All
/// pointers are to [count] numbers. The moments must be zero before the first step. The bits of each element depend on that
/// element only.
template <class T>
LOCKSTEP_NOINLINE void descend(adam_step<scalar_t<T>> const& step, index_t<T> const& count, pointer_t<T const> gradient,
                               pointer_t<T> parameters, pointer_t<T> first_moment, pointer_t<T> second_moment) {
    using R = pack_t<T>;
    R const rate(step.rate), root_scale(step.root_scale), forget1(step.forget1), forget2(step.forget2);
    R const epsilon(step.epsilon), kept(step.kept), gradient_scale(step.gradient_scale);
    for (auto const pack : world_t<T>::range(count / pack_width<T>)) {
        auto const i = pack * pack_width<T>;
        R const g = load_pack<R>(gradient + i) * gradient_scale;
        R m = load_pack<R>(first_moment + i);
        R v = load_pack<R>(second_moment + i);
        m = multiply_add(forget1, g - m, m);
        v = multiply_add(forget2, multiply_add(g, g, -v), v);
        store_pack(m, first_moment + i);
        store_pack(v, second_moment + i);
        R const step_back = -rate * m / multiply_add(sqrt(v), root_scale, epsilon);
        store_pack(multiply_add(kept, load_pack<R>(parameters + i), step_back), parameters + i);
    }
}

/// Makes step number `step`, counted from 1, with the gradient times `scale`. Otherwise it does what descend() does, with the
/// same preconditions.
template <std::floating_point T>
void adam_update(adam_config const& config, std::uint32_t step, std::type_identity_t<T> scale, std::size_t count,
                 T const* gradient, T* parameters, T* first_moment, T* second_moment) {
    descend<T>(adam_step_of(config, T(config.learning_rate), static_cast<T>(step), scale), count, gradient, parameters,
               first_moment, second_moment);
}

/// Returns the factor that scales a gradient of this squared norm down to the norm `most`. It is 1 if the norm is not above
/// `most`, or if `most` is 0.
template <class S>
S clip_scale(S const& squared_norm, std::type_identity_t<S> const& most) {
    S const norm = sqrt(squared_norm);
    return choose(S(0) < most && most < norm, most / norm, S(1));
}

/// Sets `sum`, [count], to the sum of `slices` gradients, at least 1, added in their order. Each gradient has `count` numbers,
/// and begins `stride` numbers after the one before. `count` must be a multiple of pack_width. Returns the ordered_sum of the
/// squares of the numbers in `sum`. Threads may each call it for one range of the parameters. If these results are then added in
/// the order of the ranges, the norm has the same bits for any number of threads.
template <class T, class W = world_t<T>>
LOCKSTEP_NOINLINE scalar_t<T> sum_of_slices(pointer_t<T const> gradients, index_t<T> const& slices, std::size_t stride,
                                            index_t<T> const& count, pointer_t<T> sum) {
    using R = typename W::number;
    return ordered_sum_of<W>(count / W::width, [&](R& partial, auto const& pack) {
        auto const i = pack * W::width;
        R total = load_pack<R>(gradients + i);
        for (auto const s : W::range(slices - 1)) {
            total = total + load_pack<R>(gradients + ((s + 1) * stride + i));
        }
        store_pack(total, sum + i);
        partial = multiply_add(total, total, partial);
    });
}

}  // namespace lockstep
