// SPDX-License-Identifier: MIT
// Rows of samples in the inputs and outputs of networks, which lie feature by feature.
#pragma once

#include <concepts>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep {

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

}  // namespace lockstep
