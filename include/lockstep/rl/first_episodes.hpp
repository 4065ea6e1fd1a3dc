// SPDX-License-Identifier: MIT
// How the episodes of a training begin: staggered, so that they do not all end at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/envs/vectorized.hpp>

namespace lockstep {

/// The first episodes of a row of environments; staggered, as if a random part of their steps were behind them.
template <class Env, real R>
void begin_episodes(Env const& env, environment_row<Env, R>& running, std::uint64_t seed, std::size_t row, bool staggered) {
    constexpr std::uint32_t stagger = 2;  // a purpose of random numbers: that of resets is 0, that of actions 1
    reset(env, running, seed, row);
    if (staggered) {
        random<R> draws(seed, environment_index<R>(row), constant_words<R>(0), stagger);
        running.length = floor(draws.uniform() * R(Env::episode_limit));
    }
}

/// 1 in lanes whose running episode had its beginning, 0 where it is a part of one.
template <class Env, real R>
R is_whole(environment_row<Env, R> const& running, bool staggered) {
    return select(R(staggered ? 0.5f : -0.5f) < running.episode, R(1), R(0));
}

}  // namespace lockstep
