// SPDX-License-Identifier: MIT
// Stochastic gradient descent with momentum (Sutskever et al. 2013, "On the importance of initialization and momentum in
// deep learning", as PyTorch writes it), over any range of the parameters.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

struct sgd_config {
    float learning_rate = 1e-2f;
    float momentum = 0;      ///< share of the velocity that a step keeps
    float weight_decay = 0;  ///< this times the parameter is added to the gradient
    bool nesterov = false;   ///< the step is along gradient + momentum * new velocity
};

/// Makes a step for `count` parameters with the gradient times `scale`: changes `parameters` and `velocity`. `count` must be a
/// multiple of pack_width. All pointers are to [count] numbers. The velocity must be zero before the first step. The bits of each
/// element depend on that element only.
template <std::floating_point T>
LOCKSTEP_NOINLINE void sgd_update(sgd_config const& config, std::type_identity_t<T> scale, std::size_t count, T const* gradient,
                                  T* parameters, T* velocity) {
    using R = native_pack<T>;
    R const rate(config.learning_rate), momentum(config.momentum), decay(config.weight_decay), gradient_scale(scale);
    for (std::size_t i = 0; i < count; i += pack_width<T>) {
        R const before = load_pack<R>(parameters + i);
        R const g = multiply_add(decay, before, load_pack<R>(gradient + i) * gradient_scale);
        R const v = multiply_add(momentum, load_pack<R>(velocity + i), g);
        store_pack(v, velocity + i);
        store_pack(before - rate * (config.nesterov ? multiply_add(momentum, v, g) : v), parameters + i);
    }
}

}  // namespace lockstep
