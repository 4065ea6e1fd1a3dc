// SPDX-License-Identifier: MIT
#include <cstddef>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/world.hpp>

namespace ls = lockstep;

static_assert(std::is_same_v<ls::world_t<float>, ls::native_world> && std::is_same_v<ls::world_t<double>, ls::double_world>);
static_assert(std::is_same_v<ls::world_t<ls::native_world>, ls::native_world>);
static_assert(std::is_same_v<ls::number_for_t<ls::native_world>, float> && std::is_same_v<ls::number_for_t<ls::double_world>, double>);
static_assert(std::is_same_v<ls::pointer_t<float>, float*> && std::is_same_v<ls::pointer_t<double const>, double const*>);
static_assert(std::is_same_v<ls::row_t<float>, ls::native_lanes> && std::is_same_v<ls::row_t<double>, double>);
static_assert(std::is_same_v<ls::index_t<float>, std::size_t> && std::is_same_v<ls::array_t<float, 4>, float[4]>);
static_assert(ls::native_world::width == ls::native_width && ls::double_world::width == 1);

TEST_CASE("the loops of the processor's world count up, down, over lanes, and until they are left") {
    std::vector<std::size_t> seen;
    for (auto const i : ls::native_world::range(3)) {
        seen.push_back(i);
    }
    for (auto const i : ls::native_world::downward(2)) {
        seen.push_back(i);
    }
    CHECK(seen == std::vector<std::size_t>{0, 1, 2, 1, 0});
    std::size_t lanes = 0;
    for ([[maybe_unused]] auto const lane : ls::native_world::lanes()) {
        ++lanes;
    }
    CHECK(lanes == ls::native_width);
    std::size_t passes = 0;
    for ([[maybe_unused]] auto const pass : ls::native_world::forever()) {
        if (ls::breaks(++passes == 5)) {
            break;
        }
    }
    CHECK(passes == 5);
}

TEST_CASE("choose takes one of two numbers that all lanes share") {
    CHECK(ls::choose(true, 1.0f, 2.0f) == 1.0f);
    CHECK(ls::choose(false, 1.0f, 2.0f) == 2.0f);
}
