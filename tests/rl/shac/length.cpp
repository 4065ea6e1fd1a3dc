// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/length.hpp>

#include <array>
#include <cstddef>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("windows get shorter where steps grow the gradient more than the bound, and longer where they grow it less") {
    std::array<float, 5> state{};
    ls::shac_length const lengths{.bound = 2, .rate = 0.5f, .horizon = 4, .state = state.data()};
    lengths.begin();
    CHECK(lengths.steps() == 4);
    CHECK(state[0] == 4);
    // Duals 0.5, 0, -0.25 and 0.25 after this; the length is 4 - 0.5 * 0.5.
    lengths.adapt([](std::size_t place) { return std::array{3.0f, 2.0f, 1.5f, 2.5f}[place]; });
    CHECK(state[1] == doctest::Approx(0.5));
    CHECK(state[2] == doctest::Approx(0));
    CHECK(state[3] == doctest::Approx(-0.25));
    CHECK(state[4] == doctest::Approx(0.25));
    CHECK(state[0] == doctest::Approx(3.75));
    CHECK(lengths.steps() == 3);
    // Only the places within the length count now.
    lengths.adapt([](std::size_t place) { return place < 3 ? 2.0f : 1e9f; });
    CHECK(state[4] == doctest::Approx(0.25));
    CHECK(state[0] == doctest::Approx(3.625));
    for (int i = 0; i < 20; ++i) {
        lengths.adapt([](std::size_t) { return 9.0f; });
    }
    CHECK(lengths.steps() == 1);
    for (int i = 0; i < 200; ++i) {
        lengths.adapt([](std::size_t) { return 0.0f; });
    }
    CHECK(lengths.steps() == 4);
}
