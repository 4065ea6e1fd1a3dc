// SPDX-License-Identifier: MIT
// Activations of hidden layers. Each maps zero to zero, so padding stays zero. The derivative of most activations follows from
// their value, so the forward pass keeps values only. For activations that are not monotonic it also keeps the sum before the
// activation.
#pragma once

#include <concepts>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>

namespace lockstep {

/// T models activation_function if value(0) = 0, and if derivative(h) is value'(x), computed from h = value(x). If T has
/// `from_sum` = true, derivative(x) is value'(x), computed from x itself.
template <class T>
concept activation_function = requires(native_lanes x) {
    { T::value(x) } -> std::same_as<native_lanes>;
    { T::derivative(x) } -> std::same_as<native_lanes>;
    { T::name } -> std::convertible_to<std::string_view>;  // in files
};

/// True if T::derivative takes the sum before the activation, and not the activation.
template <class T>
inline constexpr bool differentiates_sum = requires { requires T::from_sum; };

/// Returns 1 / (1 + exp(-x)).
template <real R>
LOCKSTEP_INLINE R logistic(R const& x) {
    return fma(R(0.5), tanh(R(0.5) * x), R(0.5));
}

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

/// The exponential linear unit (Clevert et al. 2016, "Exponential linear units"), with alpha 1.
struct elu_activation {
    static constexpr std::string_view name = "elu";
    template <real R>
    LOCKSTEP_INLINE static R value(R const& x) {
        return select(x > R(0), x, exp(min(x, R(0))) - R(1));
    }
    template <real R>
    LOCKSTEP_INLINE static R derivative(R const& h) {
        return select(h > R(0), R(1), h + R(1));
    }
};
static_assert(activation_function<elu_activation>);

/// x times its logistic function (Hendrycks and Gimpel 2016; Elfwing et al. 2018), also called swish.
struct silu_activation {
    static constexpr std::string_view name = "silu";
    static constexpr bool from_sum = true;
    template <real R>
    LOCKSTEP_INLINE static R value(R const& x) {
        return x * logistic(x);
    }
    template <real R>
    LOCKSTEP_INLINE static R derivative(R const& x) {
        R const s = logistic(x);
        return s * fma(x, R(1) - s, R(1));
    }
};
static_assert(activation_function<silu_activation>);

/// The Gaussian error linear unit (Hendrycks and Gimpel 2016, "Gaussian error linear units"), approximated with tanh.
struct gelu_activation {
    static constexpr std::string_view name = "gelu_tanh";
    static constexpr bool from_sum = true;
    template <real R>
    LOCKSTEP_INLINE static R value(R const& x) {
        return R(0.5) * x * (R(1) + tanh(argument(x)));
    }
    template <real R>
    LOCKSTEP_INLINE static R derivative(R const& x) {
        R const t = tanh(argument(x));
        R const slope = R(root) * fma(R(3 * cubic), x * x, R(1));
        return fma(R(0.5) * x * fma(-t, t, R(1)), slope, fma(R(0.5), t, R(0.5)));
    }

    static constexpr double root = 0.79788456080286536;  ///< sqrt(2 / pi)
    static constexpr double cubic = 0.044715;

private:
    template <real R>
    LOCKSTEP_INLINE static R argument(R const& x) {
        return R(root) * (x * fma(R(cubic), x * x, R(1)));
    }
};
static_assert(activation_function<gelu_activation>);

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
