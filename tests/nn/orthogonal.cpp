// SPDX-License-Identifier: MIT
#include <lockstep/nn/orthogonal.hpp>

#include <cmath>
#include <tuple>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

Eigen::MatrixXd matrix(Eigen::Index rows, Eigen::Index columns, double gain, std::uint64_t seed, std::uint32_t stream) {
    auto const numbers = ls::orthogonal(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), gain, seed, stream);
    using row_major = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return Eigen::Map<row_major const>(numbers.data(), rows, columns);
}

}  // namespace

TEST_CASE("the shorter side of an orthogonal matrix is orthogonal and as long as its gain") {
    for (auto [rows, columns, gain] : {std::tuple(6, 64, 0.01), std::tuple(64, 17, 1.5), std::tuple(64, 64, 1.0)}) {
        auto const m = matrix(rows, columns, gain, 1, 0);
        Eigen::MatrixXd const products =
            rows < columns ? m.lazyProduct(m.transpose()).eval() : m.transpose().lazyProduct(m).eval();
        Eigen::MatrixXd const expected = gain * gain * Eigen::MatrixXd::Identity(products.rows(), products.cols());
        CHECK((products - expected).cwiseAbs().maxCoeff() < 1e-14 * gain * gain);
    }
}

TEST_CASE("seed and stream choose the matrix, and nothing else does") {
    CHECK(matrix(4, 5, 1, 1, 2) == matrix(4, 5, 1, 1, 2));
    CHECK(matrix(4, 5, 1, 1, 2) != matrix(4, 5, 1, 2, 2));
    CHECK(matrix(4, 5, 1, 1, 2) != matrix(4, 5, 1, 1, 3));
}

TEST_CASE("directions are not biased") {
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        sum += matrix(1, 8, 1, seed, 0).sum();
    }
    CHECK(std::abs(sum) / (200 * 8) < 0.04);  // 4.5 standard errors
}
