// SPDX-License-Identifier: MIT
// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3"
// (2011). For each key it is a bijection of 128 bits, from a counter to random bits. So one call of the function computes any
// draw of any stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/lanes/machine.hpp>
#include <lockstep/core/lanes/vector_types.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep {

template <real R>
struct word_traits {
    using words = std::uint32_t;
    using uniform = std::uint32_t;
};
template <int N>
struct word_traits<lanes<N>> {
    using words = typename vector_types<N>::words;
    using uniform = std::uint32_t;
};

/// The type of the unsigned integers for a number type R: one 32-bit word for a scalar, and one word in each lane for lanes. All
/// operators of std::uint32_t work on it.
template <real R>
using words = typename word_traits<R>::words;
/// The type of a word that is the same in all lanes.
template <real R>
using uniform_word = typename word_traits<R>::uniform;

/// Loads words from memory, one for each lane. The address `from` needs only the alignment of a std::uint32_t.
template <real R>
LOCKSTEP_INLINE words<R> load_words(std::uint32_t const* from) {
    words<R> result;
    std::memcpy(&result, from, sizeof result);
    return result;
}
template <real R>
LOCKSTEP_INLINE void store_words(std::uint32_t* to, words<R> const& from) {
    std::memcpy(to, &from, sizeof from);
}
/// Returns words with `value` in every lane.
template <real R>
LOCKSTEP_INLINE words<R> constant_words(uniform_word<R> const& value) {
    if constexpr (std::is_same_v<uniform_word<R>, std::uint32_t>) {
        return words<R>{} + value;
    } else {
        return words<R>(value);
    }
}
/// Returns first, first + 1, ... in the lanes, for example as the streams of a pack of environments.
template <real R>
LOCKSTEP_INLINE words<R> consecutive_words(std::uint32_t first) {
    std::uint32_t pack[width_of<R>];
    for (std::uint32_t i = 0; i < width_of<R>; ++i) {
        pack[i] = first + i;
    }
    return load_words<R>(pack);
}

namespace detail {

template <class W>
struct high_and_low {
    W high, low;
};

LOCKSTEP_INLINE high_and_low<std::uint32_t> multiply_wide(std::uint32_t a, std::uint32_t factor) {
    std::uint64_t const product = std::uint64_t{a} * factor;
    return {static_cast<std::uint32_t>(product >> 32), static_cast<std::uint32_t>(product)};
}

// Returns the products of 64 bits of the lower words in a and b. Processors have an instruction for such a product, but compilers
// do not use it for every width.
template <class Pairs>
LOCKSTEP_INLINE Pairs multiply_lower_words(Pairs a, Pairs b) {
    if constexpr (requires { machine::multiply_lower_words(a, b); }) {
        return machine::multiply_lower_words(a, b);
    } else {
        return (a & 0xffffffffu) * b;
    }
}

// Computes two products for each pair of lanes, and moves their halves back to the lanes.
template <class W>
LOCKSTEP_INLINE high_and_low<W> multiply_wide(W const& a, std::uint32_t factor) {
    using pairs = typename vector_types<sizeof(W) / sizeof(std::uint32_t)>::pairs;
    constexpr std::uint64_t lower = 0xffffffffu;
    pairs const even = (pairs)a;
    pairs const odd = even >> 32;
    pairs const factors = pairs{} + factor;
    pairs const p = multiply_lower_words(even, factors);
    pairs const q = multiply_lower_words(odd, factors);
    return {(W)((p >> 32) | (q & ~lower)), (W)((p & lower) | (q << 32))};
}

}  // namespace detail

/// The number of values that one word of a counter can have: 2^32, or one less where std::size_t has 32 bits.
inline constexpr std::size_t most_counted =
    sizeof(std::size_t) > 4 ? static_cast<std::size_t>(std::uint64_t(1) << 32) : ~std::size_t(0);

/// Returns 64 bits as two words, the lower word first. A seed becomes a key of Philox in this way.
LOCKSTEP_INLINE constexpr vector<std::uint32_t, 2> split_words(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}

/// Returns the four random words of a counter and a key, in each lane: Philox4x32-10. tests/core/philox.cpp compares it with
/// known answers.
template <class W, class K>
LOCKSTEP_INLINE vector<W, 4> philox(vector<W, 4> counter, vector<K, 2> key) {
    using detail::multiply_wide;
    for (int round = 0; round < 10; ++round) {
        auto const first = multiply_wide(counter[0], 0xD2511F53u);
        auto const second = multiply_wide(counter[2], 0xCD9E8D57u);
        counter = {second.high ^ counter[1] ^ key[0], second.low, first.high ^ counter[3] ^ key[1], first.low};
        key = {key[0] + 0x9E3779B9u, key[1] + 0xBB67AE85u};
    }
    return counter;
}

}  // namespace lockstep
