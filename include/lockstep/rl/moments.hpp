// SPDX-License-Identifier: MIT
// Running mean and variance of a few quantities, fed by rows of lanes: what normalises observations and scales rewards.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep {

template <std::size_t N>
struct moments;

/// Sums over the samples of one row of lanes since the last merge, about a centre c: sum of x - c and of (x - c)^2.
/// The centre is the mean of the last merge, so that the squares do not cancel, and what lies further from it than
/// moments::reach counts as lying there, so that no single sample spoils a mean for good.
template <real R, std::size_t N>
struct moment_sums {
    R sum[N];
    R squares[N];

    LOCKSTEP_INLINE void add(std::size_t i, R const& centred) {
        sum[i] = sum[i] + centred;
        squares[i] = squares[i] + centred * centred;
    }
    LOCKSTEP_INLINE void add(std::size_t i, R const& x, moments<N> const& seen) {
        R const reach = R(seen.reach(i));
        add(i, clamp(x - R(seen.mean[i]), -reach, reach));
    }
};

/// Mean and variance of N quantities over all samples so far.
template <std::size_t N>
struct moments {
    double count;
    double mean[N];
    double variance[N];

    /// Before the first sample: mean 0, variance 1.
    static constexpr moments unit() {
        moments m{};
        for (double& v : m.variance) {
            v = 1;
        }
        return m;
    }

    /// Before the first sample: puts the centre of the sums where samples are expected.
    template <int W>
    void expect(vector<lanes<W>, N> const& first) {
        for (std::size_t i = 0; i < N; ++i) {
            mean[i] = static_cast<double>(first[i].v[0]);
        }
    }

    float inverse_deviation(std::size_t i) const { return static_cast<float>(1 / std::sqrt(variance[i] + 1e-8)); }

    /// How far from the mean a sample can count as lying: 10 deviations, as far as a normaliser tells values apart; before
    /// the deviation is known, 10^4.
    float reach(std::size_t i) const { return count > 0 ? 10 / inverse_deviation(i) : 1e4f; }

    /// Adds `samples` samples a lane, summed in `rows` rows about the present mean, in the order of rows and lanes, so
    /// that the result does not depend on who summed what (Chan, Golub and LeVeque 1983, eq. 2.1).
    template <int W>
    void merge(moment_sums<lanes<W>, N> const* sums, std::size_t rows, std::size_t samples) {
        double const added = static_cast<double>(rows) * W * static_cast<double>(samples);
        if (added == 0) {
            return;
        }
        double const total = count + added;
        for (std::size_t i = 0; i < N; ++i) {
            double sum = 0;
            double squares = 0;
            for (std::size_t row = 0; row < rows; ++row) {
                for (int l = 0; l < W; ++l) {
                    sum += static_cast<double>(sums[row].sum[i].v[l]);
                    squares += static_cast<double>(sums[row].squares[i].v[l]);
                }
            }
            double const shift = sum / added;
            double const spread = std::max(squares - shift * sum, 0.0);  // about the mean of the added samples
            variance[i] = (variance[i] * count + spread + shift * shift * count * added / total) / total;
            mean[i] += shift * added / total;
        }
        count = total;
    }
};

}  // namespace lockstep
