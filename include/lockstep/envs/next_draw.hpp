// SPDX-License-Identifier: MIT
// Random places for steps, which get no random numbers: a reset draws the first, and each further one follows from the one
// before.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep::envs {

/// After N independent draws from [0, 1), N <= 3, the next: each moved on by an irrational part of 1, so that every one of them
/// is uniform, and a sequence of them more evenly spread than independent draws (Roberts 2018, "The unreasonable
/// effectiveness of quasirandom sequences": the powers of 1/g, where g^(N + 1) = g + 1).
template <std::size_t N, real R>
vector<R, N> next_draw(vector<R, N> const& draw) {
    static_assert(N <= 3);
    constexpr double g = N == 1 ? 1.6180339887498949 : N == 2 ? 1.3247179572447460 : 1.2207440846057596;
    vector<R, N> next;
    double part = 1;
    for (std::size_t i = 0; i < N; ++i) {
        part /= g;
        R const moved = draw[i] + R(part);
        next[i] = select(moved < R(1), moved, moved - R(1));
    }
    return next;
}

}  // namespace lockstep::envs
