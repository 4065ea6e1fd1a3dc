// SPDX-License-Identifier: MIT
// What the text of program/print_c.hpp needs to be C++ of this processor.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

using uint = std::uint32_t;

#define LS_FUNCTION inline
#define LS_PRIVATE
#define LS_CONSTANT inline constexpr
#define LS_FMA(a, b, c) std::fma(a, b, c)
#define LS_SQRT(a) std::sqrt(a)
#define LS_ABS(a) std::fabs(a)
#define LS_ROUND(a) std::nearbyint(a)
#define LS_BITS(a) std::bit_cast<std::uint32_t>(a)
#define LS_FLOAT(a) std::bit_cast<float>(a)
#define LS_NAN std::numeric_limits<float>::quiet_NaN()
#define LS_INFINITY std::numeric_limits<float>::infinity()
