// SPDX-License-Identifier: MIT
// Running mean and variance of a few quantities, fed by rows of lanes: what normalises observations and scales rewards.
#pragma once

#include <cstddef>

#include <lockstep/core/float_pair.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep {

template <std::size_t N>
struct moments;

/// Sums over the samples of one row of lanes since the last merge, about a centre c: sum of x - c and of (x - c)^2.
/// The centre is the float nearest to the mean of the last merge, so that the squares do not cancel, and what lies further from
/// it than moments::reach counts as lying there, so that no single sample spoils a mean for good.
template <real R, std::size_t N>
struct moment_sums {
    R sum[N];
    R squares[N];

    LOCKSTEP_INLINE void add(std::size_t i, R const& centred) {
        sum[i] = sum[i] + centred;
        squares[i] = fma(centred, centred, squares[i]);
    }
    LOCKSTEP_INLINE void add(std::size_t i, R const& x, moments<N> const& seen) {
        R const reach = R(seen.reach(i));
        add(i, clamp(x - R(seen.mean[i].high), -reach, reach));
    }
};

/// Mean and variance of N quantities over all samples so far. Counts are exact below 2^46.
template <std::size_t N>
struct moments {
    float_pair count;
    float_pair mean[N];
    float_pair variance[N];

    /// Before the first sample: mean 0, variance 1.
    static constexpr moments unit() {
        moments m{};
        for (float_pair& v : m.variance) {
            v = 1;
        }
        return m;
    }

    /// Before the first sample: puts the centre of the sums where samples are expected.
    template <int W>
    void expect(vector<lanes<W>, N> const& first) {
        for (std::size_t i = 0; i < N; ++i) {
            mean[i] = first[i][0];
        }
    }

    float inverse_deviation(std::size_t i) const { return 1 / sqrt(variance[i].high + 1e-8f); }

    /// How far from the mean a sample can count as lying: 10 deviations, as far as a normaliser tells values apart; before
    /// the deviation is known, 10^4.
    float reach(std::size_t i) const { return count.high > 0 ? 10 / inverse_deviation(i) : 1e4f; }

    /// Adds `samples` samples a lane, summed in `rows` rows about the present mean, in the order of rows and lanes, so
    /// that the result does not depend on who summed what (Chan, Golub and LeVeque 1983, eq. 2.1).
    template <int W>
    void merge(moment_sums<lanes<W>, N> const* sums, std::size_t rows, std::size_t samples) {
        if (rows * samples == 0) {
            return;
        }
        float_pair const added = float_pair::of(rows * W * samples);
        float_pair const total = count + added;
        float_pair const share = added / total;
        float_pair const kept = count / total;
        for (std::size_t i = 0; i < N; ++i) {
            float_pair sum = 0;
            float_pair squares = 0;
            for (std::size_t row = 0; row < rows; ++row) {
                for (std::size_t l = 0; l < W; ++l) {
                    sum = sum + sums[row].sum[i][l];
                    squares = squares + sums[row].squares[i][l];
                }
            }
            float_pair const shift = sum / added;  // from the centre to the mean of the added samples
            float_pair const rest = squares - shift * sum;
            float_pair const spread = rest < 0 ? 0 : rest;  // about that mean
            float_pair const step = shift - mean[i].low;    // from the mean before
            variance[i] = variance[i] * kept + spread / total + step * step * kept * share;
            mean[i] = mean[i] + step * share;
        }
        count = total;
    }
};

}  // namespace lockstep
