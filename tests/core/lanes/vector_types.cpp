// SPDX-License-Identifier: MIT
#include <lockstep/core/lanes/vector_types.hpp>

#include <algorithm>
#include <cstddef>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

template <int N>
void check_width() {
    using types = ls::vector_types<N>;
    CHECK(sizeof(typename types::number) == N * sizeof(float));
    CHECK(sizeof(typename types::packed) == N * sizeof(float));
    CHECK(sizeof(typename types::bits) == N * sizeof(float));
    CHECK(sizeof(typename types::words) == N * sizeof(float));
    CHECK(sizeof(typename types::pairs) == N * sizeof(float));
    // Without AVX, g++ aligns no vector to more than 16 bytes.
    CHECK(alignof(typename types::number) >= std::min<std::size_t>(N * sizeof(float), 16));
    CHECK(alignof(typename types::packed) == alignof(float));

    typename types::number ones{};
    ones += 1;
    typename types::bits const all = ones > 0.5f, none = ones < 0.5f;
    for (std::size_t i = 0; i < N; ++i) {
        CHECK(all[i] == -1);
        CHECK(none[i] == 0);
    }
}

}  // namespace

TEST_CASE("vectors of every width have a float or a truth value for each lane") {
    check_width<2>();
    check_width<4>();
    check_width<8>();
    check_width<16>();
}
