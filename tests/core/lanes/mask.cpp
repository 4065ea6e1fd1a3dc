// SPDX-License-Identifier: MIT
#include <lockstep/core/lanes/mask.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include <doctest/doctest.h>

namespace ls = lockstep;

static_assert(std::constructible_from<ls::lane_mask<8>, bool> && !std::convertible_to<bool, ls::lane_mask<8>>);
static_assert(std::default_initializable<ls::lane_mask<8>> && std::is_trivially_copyable_v<ls::lane_mask<8>>);

namespace {

/// Bit i of `set` in lane i.
template <class Mask>
Mask mask_of(std::uint32_t set, std::size_t width) {
    Mask mask{};
    for (std::size_t i = 0; i < width; ++i) {
        mask.v[i] = (set >> i & 1u) != 0 ? -1 : 0;
    }
    return mask;
}

}  // namespace

TEST_CASE_TEMPLATE("a mask is any, not, and, or of its lanes", Mask, ls::lane_mask<2>, ls::lane_mask<4>, ls::lane_mask<8>,
                   ls::lane_mask<16>) {
    std::size_t const width = sizeof(Mask) / 4;
    std::uint32_t const all = (1u << width) - 1;
    for (std::uint32_t a = 0; a <= all; a = a < 16 ? a + 1 : 2 * a + 1) {
        for (std::uint32_t const b : {0u, 1u, 1u << (width - 1), 0x5555u & all, all}) {
            Mask const p = mask_of<Mask>(a, width);
            Mask const q = mask_of<Mask>(b, width);
            CHECK(p.any() == (a != 0));
            CHECK((p && q).any() == ((a & b) != 0));
            for (std::size_t i = 0; i < width; ++i) {
                CHECK(p[i] == ((a >> i & 1u) != 0));
                CHECK((p && q)[i] == ((a & b) >> i & 1u));
                CHECK((p || q)[i] == ((a | b) >> i & 1u));
                CHECK((!p)[i] == (~a >> i & 1u));
            }
        }
    }
}

TEST_CASE_TEMPLATE("any sees each single lane", Mask, ls::lane_mask<2>, ls::lane_mask<4>, ls::lane_mask<8>, ls::lane_mask<16>) {
    std::size_t const width = sizeof(Mask) / 4;
    for (std::size_t i = 0; i < width; ++i) {
        CHECK(mask_of<Mask>(1u << i, width).any());
    }
    CHECK_FALSE(Mask{}.any());
}

TEST_CASE_TEMPLATE("a bool holds in all lanes or in none", Mask, ls::lane_mask<2>, ls::lane_mask<4>, ls::lane_mask<8>,
                   ls::lane_mask<16>) {
    for (std::size_t i = 0; i < sizeof(Mask) / 4; ++i) {
        CHECK(Mask(true).v[i] == -1);
        CHECK(Mask(false).v[i] == 0);
    }
}
