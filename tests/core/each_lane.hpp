// SPDX-License-Identifier: MIT
// Checks that each lane does what a float does, bit for bit, at every width.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>

namespace core_test {

namespace ls = lockstep;

// lanes<2> has no instructions anywhere, so it takes the fallback; the others take their own where the build has them.
#define EVERY_WIDTH ls::lanes<2>, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();
// Every pair and triple of these goes through every operation, at changing lanes.
inline constexpr float numbers[] = {0.0f,    -0.0f,    1.0f,     -1.0f,     0.5f,   -0.5f,   1.5f,       2.5f,
                                    -2.5f,   0.3333f,  1e-20f,   3e20f,     -7e-3f, 4097.0f, 8388607.5f, 16777216.0f,
                                    3.4e38f, -3.4e38f, infinity, -infinity, nan,    100.25f, 1e-38f};
inline constexpr std::size_t count = sizeof numbers / sizeof numbers[0];

template <class R>
R pack_of(std::size_t offset, std::size_t stride) {
    R pack(0);
    for (std::size_t i = 0; i < std::size_t(R::width); ++i) {
        pack.set(i, numbers[(offset + i * stride) % count]);
    }
    return pack;
}

inline bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

/// Every lane of f(packs) is f(floats) of that lane, bit for bit.
template <class F, class R, class... More>
void check_lanes(F f, R const& a, More const&... more) {
    R const result = f(a, more...);
    for (std::size_t i = 0; i < std::size_t(R::width); ++i) {
        CAPTURE(a[i]);
        REQUIRE(same(result[i], f(a[i], more[i]...)));
    }
}

/// The same for what yields a mask.
template <class F, class R>
void check_mask(F f, R const& a, R const& b) {
    auto const result = f(a, b);
    bool any = false;
    for (std::size_t i = 0; i < std::size_t(R::width); ++i) {
        REQUIRE(result[i] == f(a[i], b[i]));
        any = any || f(a[i], b[i]);
    }
    REQUIRE(ls::any(result) == any);
}

}  // namespace core_test
