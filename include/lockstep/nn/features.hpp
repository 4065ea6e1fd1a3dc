// SPDX-License-Identifier: MIT
// Packs of samples in the inputs and outputs of networks, which are stored feature by feature.
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
struct feature_packs {
    array_t<T, N * Block> numbers;

    /// Returns the numbers of feature `i`, [Block].
    LOCKSTEP_INLINE pointer_t<T> operator[](index_t<T> const& i) { return numbers + i * Block; }
    LOCKSTEP_INLINE pointer_t<T const> operator[](index_t<T> const& i) const { return numbers + i * Block; }
};

/// Returns N features of a pack of samples. Each feature begins `stride` numbers after the one before.
template <real R, std::size_t N, class Pointer>
LOCKSTEP_INLINE vector<R, N> load_features(Pointer const& from, std::size_t stride) {
    vector<R, N> pack;
    for (std::size_t i = 0; i < N; ++i) {
        pack[i] = load_pack<R>(from + i * stride);
    }
    return pack;
}
template <std::size_t N, std::floating_point T>
LOCKSTEP_INLINE vector<native_pack<T>, N> load_features(T const* from, std::size_t stride) {
    return load_features<native_pack<T>, N>(from, stride);
}

template <real R, std::size_t N, class Pointer>
LOCKSTEP_INLINE void store_features(vector<R, N> const& pack, Pointer const& to, std::size_t stride) {
    for (std::size_t i = 0; i < N; ++i) {
        store_pack(pack[i], to + i * stride);
    }
}

/// Returns N features of a pack of samples, in an array that a loop over the features can index, also in the text of a kernel.
template <real R, std::size_t N, class Pointer>
LOCKSTEP_INLINE indexed_packs_t<R, N> load_indexed(Pointer const& from, std::size_t stride) {
    indexed_packs_t<R, N> pack;
    for (auto const i : world_of_packs_t<R>::range(N)) {
        pack[i] = load_pack<R>(from + i * stride);
    }
    return pack;
}
template <real R, std::size_t N, class Packs, class Pointer>
LOCKSTEP_INLINE void store_indexed(Packs const& pack, Pointer const& to, std::size_t stride) {
    for (auto const i : world_of_packs_t<R>::range(N)) {
        store_pack(pack[i], to + i * stride);
    }
}

/// Returns the range of a loop over the packs of `count` samples. If `count` is no multiple of pack_width, the last pack has
/// lanes without a sample.
template <class T>
LOCKSTEP_INLINE auto packs_of_samples(index_t<T> const& count) {
    return world_t<T>::range((count + (pack_width<T> - 1)) / pack_width<T>);
}

/// Copies `count` numbers from `from` to `to`. `count` must be a multiple of pack_width.
template <class T>
void copy_packs(pointer_t<T const> from, pointer_t<T> to, index_t<T> const& count) {
    for (auto const pack : world_t<T>::range(count / pack_width<T>)) {
        store_pack(load_pack<pack_t<T>>(from + pack * pack_width<T>), to + pack * pack_width<T>);
    }
}

/// Sets `count` numbers at `to` to a value. `count` must be a multiple of pack_width.
template <class T>
void fill_numbers(pointer_t<T> to, index_t<T> const& count, double value) {
    for (auto const pack : world_t<T>::range(count / pack_width<T>)) {
        store_pack(pack_t<T>(value), to + pack * pack_width<T>);
    }
}
template <class T>
void zero_numbers(pointer_t<T> to, index_t<T> const& count) {
    fill_numbers<T>(to, count, 0);
}

}  // namespace lockstep
