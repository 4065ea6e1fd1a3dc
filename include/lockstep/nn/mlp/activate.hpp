// SPDX-License-Identifier: MIT
// What becomes of the sums of a hidden layer on the way forward, and of the gradients on the way back: a product stores them so.
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// From a sum to its activation.
template <class T, activation_function Activation>
struct activate_sum {
    strided<T> sums;  ///< [samples][units]: keeps the sum if differentiates_sum<Activation>

    LOCKSTEP_INLINE pack_t<T> operator()(pack_t<T> const& x, [[maybe_unused]] index_t<T> const& sample,
                                         [[maybe_unused]] std::size_t column) const {
        if constexpr (differentiates_sum<Activation>) {
            store_pack(x, sums.at(sample, column));
        }
        return Activation::value(x);
    }
};

/// From the gradient with respect to an activation to that with respect to its sum.
template <class T, activation_function Activation>
struct differentiate_activation {
    strided<T const> kept;  ///< [samples][units]: activations, or their sums if differentiates_sum<Activation>

    LOCKSTEP_INLINE pack_t<T> operator()(pack_t<T> const& gradient, index_t<T> const& sample, std::size_t column) const {
        return gradient * Activation::derivative(load_pack<pack_t<T>>(kept.at(sample, column)));
    }
};

}  // namespace lockstep
