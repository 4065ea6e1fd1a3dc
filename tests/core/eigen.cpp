// SPDX-License-Identifier: MIT
#include <lockstep/core/eigen.hpp>

#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a vector is an Eigen column in the same memory") {
    ls::vector<double, 3> v{1, 2, 3};
    ls::vector<double, 3> const& constant = v;
    static_assert(decltype(ls::as_eigen(v))::SizeAtCompileTime == 3);
    ls::as_eigen(v) *= 2;
    CHECK(v[2] == 6);
    CHECK(ls::as_eigen(constant).data() == v.data);
    CHECK(ls::as_eigen(constant).dot(ls::as_eigen(v)) == ls::dot(v, v));
}

TEST_CASE("a span is an Eigen column or a row-major matrix") {
    std::vector<float> numbers{1, 2, 3, 4, 5, 6};
    std::span<float const> const constant(numbers);
    auto matrix = ls::as_eigen(std::span<float>(numbers), 2, 3);
    CHECK(matrix.rows() == 2);
    CHECK(matrix(1, 0) == 4);
    matrix(1, 0) = 40;
    CHECK(numbers[3] == 40);
    CHECK(ls::as_eigen(constant).sum() == 57);
    Eigen::MatrixXf const product = ls::as_eigen(constant, 3, 2) * matrix;
    CHECK(product(2, 0) == 5 * 1 + 6 * 40);
}

TEST_CASE("a matrix of another size is an error that says which") {
    std::vector<float> numbers(7);
    CHECK_THROWS_WITH(ls::as_eigen(std::span<float>(numbers), 2, 3),
                      "lockstep::as_eigen: a matrix of 2 x 3 needs 6 numbers, and the span has 7");
}
