// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/vectorized.hpp>

namespace support {

/// A mean over episodes and its standard error.
struct estimate {
    double mean, error;
};

struct episode_statistics {
    estimate episode_return, episode_length;
};

/// The first episode of each of `episodes` environments under uniform actions, in lanes of float.
template <class Env>
episode_statistics run_random_policy(std::size_t episodes) {
    using R = lockstep::native_lanes;
    double sums[2] = {0, 0}, squares[2] = {0, 0};
    std::size_t count = 0;
    for (std::size_t row = 0; row * lockstep::native_width < episodes; ++row) {
        auto const stream = lockstep::environment_index<R>(row);
        lockstep::random<R> actions(7, stream, stream * 0, 1);
        lockstep::environment_row<Env, R> running;
        lockstep::reset(Env{}, running, 7, row);
        lockstep::vector<R, 2> result{R(0), R(0)};
        auto done = R(1) < R(0);
        for (std::size_t t = 0; t < Env::episode_limit && any(!done); ++t) {
            lockstep::vector<R, Env::action_size> action;
            for (R& a : action) {
                a = actions.uniform(R(lockstep::action_low<Env>), R(lockstep::action_high<Env>));
            }
            auto const outcome = lockstep::advance(Env{}, running, action, 7, row);
            auto const ends = (outcome.terminated || outcome.truncated) && !done;
            result[0] = select(ends, outcome.episode_return, result[0]);
            result[1] = select(ends, outcome.episode_length, result[1]);
            done = done || ends;
        }
        for (std::size_t lane = 0; lane < lockstep::native_width; ++lane, ++count) {
            for (std::size_t i = 0; i < 2; ++i) {
                double const x = result[i][lane];
                sums[i] += x;
                squares[i] += x * x;
            }
        }
    }
    auto const estimate_of = [&](std::size_t i) {
        double const n = static_cast<double>(count), mean = sums[i] / n;
        return estimate{mean, std::sqrt((squares[i] / n - mean * mean) / n)};
    };
    return {estimate_of(0), estimate_of(1)};
}

/// Whether two estimates are within three standard errors of their difference.
inline void check_same(estimate const& ours, estimate const& theirs) {
    INFO(ours.mean << " +- " << ours.error << " beside " << theirs.mean << " +- " << theirs.error);
    CHECK(std::abs(ours.mean - theirs.mean) <= 3 * std::hypot(ours.error, theirs.error));
}

}  // namespace support
