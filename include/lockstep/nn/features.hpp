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
template <std::size_t N, std::floating_point T>
LOCKSTEP_INLINE vector<native_row<T>, N> load_features(T const* from, std::size_t stride) {
    vector<native_row<T>, N> row;
    for (std::size_t i = 0; i < N; ++i) {
        row[i] = load_row<native_row<T>>(from + i * stride);
    }
    return row;
}

template <std::size_t N, std::floating_point T>
LOCKSTEP_INLINE void store_features(vector<native_row<T>, N> const& row, T* to, std::size_t stride) {
    for (std::size_t i = 0; i < N; ++i) {
        store_row(row[i], to + i * stride);
    }
}

}  // namespace lockstep
