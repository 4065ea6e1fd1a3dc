// SPDX-License-Identifier: MIT
#include <cstddef>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/philox.hpp>
#include <lockstep/core/native_world.hpp>

namespace ls = lockstep;
using W = ls::native_world;

static_assert(std::is_same_v<W::pointer<float>, float*> && std::is_same_v<W::constant<int>, int>);
static_assert(W::width == ls::native_width && ls::double_world::width == 1 && W::is_native);

TEST_CASE("loops of the world are loops") {
    std::vector<std::size_t> seen;
    for (auto const i : W::range(3)) {
        seen.push_back(i);
    }
    for (auto const i : W::downward(3)) {
        seen.push_back(i);
    }
    for (auto const lane : ls::double_world::lanes()) {
        seen.push_back(lane);
    }
    CHECK(seen == std::vector<std::size_t>{0, 1, 2, 2, 1, 0, 0});
    int passes = 0;
    for ([[maybe_unused]] auto const i : W::forever()) {
        if (ls::breaks(++passes == 5)) {
            break;
        }
    }
    CHECK(passes == 5);
    CHECK(ls::leaves(true));
    CHECK(!ls::leaves(false));
}

TEST_CASE("an array is so many numbers") {
    alignas(64) W::array<20> numbers;
    static_assert(std::is_same_v<W::array<20>, float[20]>);
    (numbers + 18)[1] = 3;
    W::barrier();
    CHECK(numbers[19] == 3);
}

TEST_CASE("lanes are read and set one by one") {
    ls::lanes<4> x(2);
    ls::set_lane(x, 3, 5);
    CHECK(ls::lane_of(x, 3) == 5);
    CHECK(ls::lane_of(x, 0) == 2);
    auto const words = ls::consecutive_words<ls::lanes<4>>(7);
    CHECK(ls::lane_of(words, 2) == 9);
}

TEST_CASE("what all lanes share is chosen") {
    CHECK(ls::choose(true, 1.0f, 2.0f) == 1.0f);
    CHECK(ls::choose(false, 1.0f, 2.0f) == 2.0f);
    CHECK(ls::min(std::size_t(3), std::size_t(2)) == 2);
}
