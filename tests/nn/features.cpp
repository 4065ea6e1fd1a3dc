// SPDX-License-Identifier: MIT
#include <lockstep/nn/features.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE_TEMPLATE("features of a pack of samples lie a stride apart", T, float, double) {
    using R = ls::native_pack<T>;
    constexpr std::size_t width = ls::width_of<R>, stride = 3 * width;
    std::vector<T> numbers(4 * stride), copy(4 * stride, T(-1));
    std::iota(numbers.begin(), numbers.end(), T(0));
    auto const pack = ls::load_features<4>(numbers.data() + width, stride);
    ls::store_features(pack, copy.data() + width, stride);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t l = 0; l < width; ++l) {
            CHECK(ls::lane(pack[i], l) == numbers[i * stride + width + l]);
            CHECK(copy[i * stride + width + l] == numbers[i * stride + width + l]);
        }
    }
    CHECK(std::count(copy.begin(), copy.end(), T(-1)) == static_cast<std::ptrdiff_t>(4 * (stride - width)));
}
