// SPDX-License-Identifier: MIT
// Rows of samples in the inputs and outputs of networks, which lie feature by feature.
#pragma once

#include <concepts>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// N features of Block samples, feature by feature.
template <class T, std::size_t N, std::size_t Block>
struct feature_rows {
    array_t<T, N * Block> numbers;

    /// Feature `i` of all samples.
    LOCKSTEP_INLINE pointer_t<T> operator[](index_t<T> const& i) { return numbers + i * Block; }
    LOCKSTEP_INLINE pointer_t<T const> operator[](index_t<T> const& i) const { return numbers + i * Block; }
};

/// N features of a row of samples, which lie `stride` numbers apart.
template <real R, std::size_t N, class Pointer>
LOCKSTEP_INLINE vector<R, N> load_features(Pointer const& from, std::size_t stride) {
    vector<R, N> row;
    for (std::size_t i = 0; i < N; ++i) {
        row[i] = load_row<R>(from + i * stride);
    }
    return row;
}
template <std::size_t N, std::floating_point T>
LOCKSTEP_INLINE vector<native_row<T>, N> load_features(T const* from, std::size_t stride) {
    return load_features<native_row<T>, N>(from, stride);
}

template <real R, std::size_t N, class Pointer>
LOCKSTEP_INLINE void store_features(vector<R, N> const& row, Pointer const& to, std::size_t stride) {
    for (std::size_t i = 0; i < N; ++i) {
        store_row(row[i], to + i * stride);
    }
}

/// The same, for use in a loop over the features.
template <real R, std::size_t N, class Pointer>
LOCKSTEP_INLINE indexed_rows_t<R, N> load_indexed(Pointer const& from, std::size_t stride) {
    indexed_rows_t<R, N> row;
    for (auto const i : world_of_rows_t<R>::range(N)) {
        row[i] = load_row<R>(from + i * stride);
    }
    return row;
}
template <real R, std::size_t N, class Rows, class Pointer>
LOCKSTEP_INLINE void store_indexed(Rows const& row, Pointer const& to, std::size_t stride) {
    for (auto const i : world_of_rows_t<R>::range(N)) {
        store_row(row[i], to + i * stride);
    }
}

/// The number of rows of so many samples.
template <class T>
LOCKSTEP_INLINE auto rows_of_samples(index_t<T> const& count) {
    return world_t<T>::range((count + (row_width<T> - 1)) / row_width<T>);
}

/// Copies `count` numbers, whole rows.
template <class T>
void copy_rows(pointer_t<T const> from, pointer_t<T> to, index_t<T> const& count) {
    for (auto const row : world_t<T>::range(count / row_width<T>)) {
        store_row(load_row<row_t<T>>(from + row * row_width<T>), to + row * row_width<T>);
    }
}

/// Sets `count` numbers, whole rows, to a value.
template <class T>
void fill_numbers(pointer_t<T> to, index_t<T> const& count, double value) {
    for (auto const row : world_t<T>::range(count / row_width<T>)) {
        store_row(row_t<T>(value), to + row * row_width<T>);
    }
}
template <class T>
void zero_numbers(pointer_t<T> to, index_t<T> const& count) {
    fill_numbers<T>(to, count, 0);
}

}  // namespace lockstep
