// SPDX-License-Identifier: MIT
#include <lockstep/core/xtensor.hpp>

#include <array>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

TEST_CASE("the installed xtensor has what Lockstep uses of it") {
    std::vector<float> memory{1, 2, 3, 4, 5, 6};
    std::array<std::size_t, 2> const shape{2, 3};
    auto matrix = xt::adapt(memory.data(), memory.size(), xt::no_ownership(), shape);
    matrix(1, 2) = 60;
    CHECK(memory[5] == 60);
    auto const row = xt::view(matrix, 1, xt::all());
    CHECK(row(0) == 4);
    xt::xtensor<float, 2> const copy = matrix;
    CHECK(copy(1, 2) == 60);
    CHECK(copy.shape()[1] == 3);
}
