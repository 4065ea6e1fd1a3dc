// SPDX-License-Identifier: MIT
// Pseudo-random draws inside a step, which has no source of random numbers. A reset draws the first numbers, and all others
// follow from them.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep::envs {

/// Returns the next draw after `draw`: N numbers in [0, 1), where N is at most 3. Each number is that of `draw` plus an
/// irrational step, modulo 1. If the first draw is uniform and independent, each later draw is uniform, too, and the sequence is
/// spread more evenly than independent draws are (Roberts 2018, "The unreasonable effectiveness of quasirandom sequences": the
/// steps are powers of 1/g, where g^(N + 1) = g + 1).
template <std::size_t N, real R>
vector<R, N> next_draw(vector<R, N> const& draw) {
    static_assert(N <= 3);
    constexpr double g = N == 1 ? 1.6180339887498949 : N == 2 ? 1.3247179572447460 : 1.2207440846057596;
    vector<R, N> next;
    double step = 1;
    for (std::size_t i = 0; i < N; ++i) {
        step /= g;
        R const moved = draw[i] + R(step);
        next[i] = select(moved < R(1), moved, moved - R(1));
    }
    return next;
}

}  // namespace lockstep::envs
