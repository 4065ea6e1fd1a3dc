// SPDX-License-Identifier: MIT
// The discount of an environment: how far ahead its task asks a learner to look.
#pragma once

#include <limits>
#include <type_traits>

namespace lockstep {

/// The discount of E's rewards if a learner's configuration leaves it open: E::discount, or 0.99 if E has none. It is NaN if
/// E::discount is not a constant number.
template <class E>
inline constexpr double discount_of = [] {
    if constexpr (requires { typename std::bool_constant<(static_cast<double>(E::discount) < 0)>; }) {
        return static_cast<double>(E::discount);
    } else {
        constexpr bool stated = requires { E::discount; };
        return stated ? std::numeric_limits<double>::quiet_NaN() : 0.99;
    }
}();

/// E's discount is above 0 and at most 1.
template <class E>
concept has_discount = 0 < discount_of<E> && discount_of<E> <= 1;

}  // namespace lockstep
