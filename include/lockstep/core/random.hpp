// SPDX-License-Identifier: MIT
// random<R>: random numbers that a counter determines, not a state. (seed, stream, episode, purpose) names a sequence of numbers.
// So what an environment draws depends only on the names of its sequences, and not on threads, lanes or other environments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <lockstep/core/draw_purpose.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/philox.hpp>

namespace lockstep {

/// A sequence of random numbers for each lane, from Philox4x32-10 with the counter {draw / 4, purpose, stream, episode} and the
/// seed as key. Lane i of random<lanes<N>> draws, bit for bit, what random<float> draws with that lane's stream and episode.
/// random<double> draws from the same words, so it starts an episode in the same state up to rounding.
template <real R>
class random {
public:
    /// Starts the sequences of a stream and an episode in each lane. `purpose` (core/draw_purpose.hpp) separates the draws of one
    /// stream and episode, for example those of resets from those of actions. `seed` is a `seed` of any world
    /// (core/native_world.hpp), such as a std::uint64_t.
    template <class Seed>
    LOCKSTEP_INLINE random(Seed const& seed, words<R> const& stream, words<R> const& episode,
                           std::uint32_t purpose = draw_purpose::reset)
        : key_(split_words(seed)), purpose_(purpose), stream_(stream), episode_(episode) {}

    /// Returns the next 32 random bits, in each lane.
    LOCKSTEP_INLINE words<R> bits() {
        if (used_ == 4) {
            words<R> const zero{};
            drawn_ = philox(vector<words<R>, 4>{zero + block_, zero + purpose_, stream_, episode_}, key_);
            ++block_;
            used_ = 0;
        }
        return drawn_[used_++];
    }

    /// Returns a number from the uniform distribution on [0, 1): a multiple of 2^-24, or of 2^-32 for double. Uses one word.
    LOCKSTEP_INLINE R uniform() {
        words<R> const word = bits();
        if constexpr (std::is_same_v<R, double>) {
            return static_cast<double>(word) * 0x1p-32;
        } else if constexpr (std::is_same_v<words<R>, std::uint32_t>) {
            return static_cast<R>(word >> 8) * R(0x1p-24);
        } else {
            return number_traits<R>::to_float((typename number_traits<R>::bits)(word >> 8)) * R(0x1p-24);
        }
    }

    /// Returns a number from the uniform distribution on [low, high), rounded. The rounding may yield `high`, but rarely.
    LOCKSTEP_INLINE R uniform(R const& low, R const& high) { return fma(uniform(), high - low, low); }

    /// Returns a standard normal number (Box and Muller 1958). The first of two calls uses two words, and the second uses none.
    /// The magnitude is at most 5.8 in float and 6.7 in double.
    LOCKSTEP_INLINE R normal() {
        if (has_spare_) {
            has_spare_ = false;
            return spare_;
        }
        R const radius = sqrt(R(-2) * log(R(1) - uniform()));
        R s, c;
        sincos(R(6.2831853071795865) * uniform(), s, c);
        spare_ = radius * s;
        has_spare_ = true;
        return radius * c;
    }

private:
    vector<uniform_word<R>, 2> key_;
    std::uint32_t purpose_;
    std::uint32_t block_ = 0;
    std::size_t used_ = 4;
    bool has_spare_ = false;
    words<R> stream_;
    words<R> episode_;
    vector<words<R>, 4> drawn_;
    R spare_;
};

}  // namespace lockstep
