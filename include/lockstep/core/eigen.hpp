// SPDX-License-Identifier: MIT
// Views of Lockstep's numbers as matrices of Eigen 3.4 or 5, without a copy. No other header includes Eigen.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <Eigen/Core>

#include <lockstep/core/vector.hpp>

namespace lockstep {
namespace detail {

template <class R, class Matrix>
using eigen_map = Eigen::Map<std::conditional_t<std::is_const_v<R>, Matrix const, Matrix>>;

}  // namespace detail

/// Returns a view of a vector as an Eigen column of N numbers, in the memory of the vector.
template <std::floating_point R, std::size_t N>
auto as_eigen(vector<R, N>& v) {
    return detail::eigen_map<R, Eigen::Matrix<R, static_cast<int>(N), 1>>(v.data);
}
template <std::floating_point R, std::size_t N>
auto as_eigen(vector<R, N> const& v) {
    return detail::eigen_map<R const, Eigen::Matrix<R, static_cast<int>(N), 1>>(v.data);
}

/// Returns a view of a span as an Eigen column, in the memory of the span.
template <class R>
    requires std::floating_point<std::remove_const_t<R>>
auto as_eigen(std::span<R> numbers) {
    return detail::eigen_map<R, Eigen::VectorX<std::remove_const_t<R>>>(numbers.data(),
                                                                        static_cast<Eigen::Index>(numbers.size()));
}

/// Returns a view of a span as a row-major Eigen matrix [rows][columns], in the memory of the span. Throws std::invalid_argument
/// if the span does not have rows * columns numbers.
template <class R>
    requires std::floating_point<std::remove_const_t<R>>
auto as_eigen(std::span<R> numbers, std::size_t rows, std::size_t columns) {
    if (numbers.size() != rows * columns) {
        throw std::invalid_argument("lockstep::as_eigen: a matrix of " + std::to_string(rows) + " x " + std::to_string(columns) +
                                    " needs " + std::to_string(rows * columns) + " numbers, and the span has " +
                                    std::to_string(numbers.size()));
    }
    using matrix = Eigen::Matrix<std::remove_const_t<R>, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return detail::eigen_map<R, matrix>(numbers.data(), static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
}

}  // namespace lockstep
