// SPDX-License-Identifier: MIT
// What the text of program/print_c.hpp needs to be C++ of this processor.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

using uint = std::uint32_t;

#define LS_NUMBER float
#define LS_WORD uint
#define LS_MASK bool
#define LS_N(x) (x)
#define LS_W(x) (x)
#define LS_M(x) (x)
#define LS_FUNCTION inline
#define LS_PROGRAM inline
#define LS_PRIVATE
#define LS_CONSTANT inline constexpr
#define LS_SELECT(m, a, b) ((m) ? (a) : (b))
#define LS_NEEDS(m) (m)
#define LS_INDEX(x) static_cast<int>(x)
#define LS_SCATTER(to, place, value)                                                                                             \
    if (!((place) < 0.0f)) {                                                                                                     \
        (to)[static_cast<int>(place)] = (value);                                                                                 \
    }
#define LS_BIT(w, k) ((LS_BITS(w) >> (k) & 1u) != 0u)
#define LS_WITH_BIT(w, m, k) LS_FLOAT(LS_BITS(w) | (static_cast<uint>(m) << (k)))
#define LS_FMA(a, b, c) std::fma(a, b, c)
#define LS_SQRT(a) std::sqrt(a)
#define LS_ABS(a) std::fabs(a)
#define LS_ROUND(a) std::nearbyint(a)
#define LS_BITS(a) std::bit_cast<std::uint32_t>(a)
#define LS_FLOAT(a) std::bit_cast<float>(a)
#define LS_TO_WORD(a) static_cast<uint>(static_cast<int>(a))
#define LS_TO_NUMBER(w) static_cast<float>(static_cast<int>(w))
#define LS_SHIFT_SIGNED(w, k) static_cast<uint>(static_cast<int>(w) >> (k))
#define LS_NAN std::numeric_limits<float>::quiet_NaN()
#define LS_INFINITY std::numeric_limits<float>::infinity()
