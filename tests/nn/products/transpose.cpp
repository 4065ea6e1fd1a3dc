// SPDX-License-Identifier: MIT
#include <lockstep/nn/products/transpose.hpp>

#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

constexpr std::size_t n = ls::native_width;

}  // namespace

TEST_CASE("transpose turns rows into columns") {
    std::vector<float> from(n * (n + 2));
    std::vector<float> to(n * (n + 5), -1.0f);
    for (std::size_t i = 0; i < from.size(); ++i) {
        from[i] = static_cast<float>(i);
    }
    ls::transpose(from.data(), n + 2, to.data(), n + 5);
    for (std::size_t r = 0; r < n; ++r) {
        for (std::size_t c = 0; c < n; ++c) {
            CHECK(to[c * (n + 5) + r] == from[r * (n + 2) + c]);
        }
        CHECK(to[r * (n + 5) + n] == -1.0f);
    }
}

TEST_CASE("sums_of_lanes gives lane i the sum of the lanes of x[i]") {
    ls::native_lanes x[n];
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t lane = 0; lane < n; ++lane) {
            x[i].set(lane, static_cast<float>(100 * i + lane));
        }
    }
    ls::native_lanes const sums = ls::sums_of_lanes(x);
    for (std::size_t i = 0; i < n; ++i) {
        CHECK(sums[i] == static_cast<float>(100 * i * n + n * (n - 1) / 2));
    }
}
