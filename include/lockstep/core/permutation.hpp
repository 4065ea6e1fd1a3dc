// SPDX-License-Identifier: MIT
// permutation: a pseudo-random order of [0, size) that computes each of its elements directly, without an array to shuffle.
// Kernels draw minibatches with it, in any number of threads. A Feistel network (Luby and Rackoff 1988) permutes the numbers
// below the smallest power of two that is at least size. The network is applied again until the element is in [0, size) (Black
// and Rogaway 2002).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <lockstep/core/draw_purpose.hpp>
#include <lockstep/core/native_world.hpp>
#include <lockstep/core/philox.hpp>

namespace lockstep {

/// A bijection p of [0, size): p(i) is the element at place i. 1 <= size <= 2^32.
template <class W>
class basic_permutation {
public:
    using index = typename W::index;
    using word = typename W::flag;

    basic_permutation() = default;
    /// Makes one permutation of a seed for each `number`, for example the number of a learner's epoch. Throws
    /// std::invalid_argument if size is not in [1, 2^32].
    basic_permutation(std::uint64_t seed, std::size_t size, std::uint64_t number = 0) : size_(size) {
        if (size == 0 || size > most_counted) {
            throw std::invalid_argument("lockstep::permutation: size " + std::to_string(size) + " is not in [1, 2^32]");
        }
        auto const bits = static_cast<std::uint32_t>(std::bit_width(size - 1));
        low_bits_ = (bits + 1) / 2;
        low_mask_ = (1u << low_bits_) - 1;
        high_mask_ = (1u << bits / 2) - 1;
        rounds_ = bits > 8 ? 8 : most_rounds;
        auto const [low, high] = split_words(number).data;
        for (std::uint32_t block = 0; block < most_rounds / 4; ++block) {
            auto const words = philox(vector<std::uint32_t, 4>{block, draw_purpose::order, low, high}, split_words(seed));
            for (std::size_t i = 0; i < 4; ++i) {
                round_keys_[4 * block + i] = words[i];
            }
        }
    }

    index size() const { return size_; }

    LOCKSTEP_INLINE index operator()(index const& place) const {
        index element = place;
        for ([[maybe_unused]] auto const pass : W::forever()) {  // fewer than two passes on average
            word high = static_cast<word>(element >> low_bits_);
            word low = static_cast<word>(element) & low_mask_;
            for (std::uint32_t round = 0; round < most_rounds; round += 2) {
                if constexpr (W::is_native) {
                    if (round == rounds_) {
                        break;
                    }
                    high ^= mix(low ^ round_keys_[round]) & high_mask_;
                    low ^= mix(high ^ round_keys_[round + 1]) & low_mask_;
                } else {
                    when(word(round) < rounds_, [&] {
                        high ^= mix(low ^ round_keys_[round]) & high_mask_;
                        low ^= mix(high ^ round_keys_[round + 1]) & low_mask_;
                    });
                }
            }
            element = static_cast<index>(high) << low_bits_ | static_cast<index>(low);
            if (breaks(element < size_)) {
                break;
            }
        }
        return element;
    }

private:
    // Few bits mix slowly: after 8 rounds some orders of 5 elements are far more frequent than others, after 24 rounds all are
    // equally frequent.
    static constexpr std::uint32_t most_rounds = 24;

    LOCKSTEP_INLINE static word mix(word x) {
        x *= 0xD2511F53u;
        x = (x ^ x >> 15) * 0xCD9E8D57u;
        return x ^ x >> 16;
    }

    index size_, low_bits_;
    word rounds_, low_mask_, high_mask_;
    vector<word, most_rounds> round_keys_;
};
using permutation = basic_permutation<native_world>;

}  // namespace lockstep
