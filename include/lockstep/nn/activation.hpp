// SPDX-License-Identifier: MIT
// Activations of hidden layers. Each maps zero to zero, so padding stays zero, and has a derivative that is known from
// its value, so that the forward pass keeps nothing but values.
#pragma once

#include <concepts>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>

namespace lockstep {

/// T models activation if value(0) = 0 and derivative(h) = value'(x) at h = value(x).
template <class T>
concept activation_function = requires(native_lanes x) {
    { T::value(x) } -> std::same_as<native_lanes>;
    { T::derivative(x) } -> std::same_as<native_lanes>;
    { T::name } -> std::convertible_to<std::string_view>;  // in files
};

struct tanh_activation {
    static constexpr std::string_view name = "tanh";
    template <real R>
    LOCKSTEP_INLINE static R value(R const& x) {
        return tanh(x);
    }
    template <real R>
    LOCKSTEP_INLINE static R derivative(R const& h) {
        return fma(-h, h, R(1));
    }
};
static_assert(activation_function<tanh_activation>);

struct relu_activation {
    static constexpr std::string_view name = "relu";
    template <real R>
    LOCKSTEP_INLINE static R value(R const& x) {
        return max(x, R(0));
    }
    template <real R>
    LOCKSTEP_INLINE static R derivative(R const& h) {
        return select(h > R(0), R(1), R(0));
    }
};
static_assert(activation_function<relu_activation>);

struct identity_activation {
    static constexpr std::string_view name = "identity";
    template <real R>
    LOCKSTEP_INLINE static R value(R const& x) {
        return x;
    }
    template <real R>
    LOCKSTEP_INLINE static R derivative(R const&) {
        return R(1);
    }
};
static_assert(activation_function<identity_activation>);

}  // namespace lockstep
