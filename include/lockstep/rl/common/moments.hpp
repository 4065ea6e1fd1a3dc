// SPDX-License-Identifier: MIT
// Running mean and variance of several quantities, from samples in packs of lanes. They normalise observations and scale rewards.
#pragma once

#include <cstddef>

#include <lockstep/core/float_pair.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/native_world.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep {

template <std::size_t N, class S = float>
struct moments;

/// The sums of x - c and of (x - c)^2 over the samples x of one pack of lanes since the last merge, where c is a centre. The
/// centre is the float nearest to the mean of the last merge, so that the squares do not cancel. A sample further from the centre
/// than moments::reach counts as if it were at that distance, so no single sample spoils a mean.
template <real R, std::size_t N>
struct moment_sums {
    R sum[N];
    R squares[N];

    LOCKSTEP_INLINE void add(std::size_t i, R const& centred) {
        sum[i] = sum[i] + centred;
        squares[i] = fma(centred, centred, squares[i]);
    }
    template <class S>
    LOCKSTEP_INLINE void add(std::size_t i, R const& x, moments<N, S> const& observed) {
        R const reach = R(observed.reach(i));
        add(i, clamp(x - R(observed.mean[i].high), -reach, reach));
    }
    /// Adds a sample in each lane: the N quantities at `x`, which are in memory.
    template <class W>
    void add_all(typename W::template pointer<R> const& x, moments<N, typename W::scalar>& observed) {
        auto const means = W::pointer_to(observed.mean[0]), variances = W::pointer_to(observed.variance[0]);
        auto const sums = W::pointer_to(sum[0]), all_squares = W::pointer_to(squares[0]);
        for (auto const i : W::range(N)) {
            R const reach = R(observed.reach_of(variances[i]));
            moment_sums<R, 1> one{{sums[i]}, {all_squares[i]}};
            one.add(0, clamp(x[i] - R(means[i].high), -reach, reach));
            sums[i] = one.sum[0];
            all_squares[i] = one.squares[0];
        }
    }
};

/// The number of samples that are added to moments, and the number of samples after that.
template <class S>
struct added_samples {
    using pair = basic_float_pair<S>;
    pair added, total;
    pair share, kept;  ///< the parts of `total`: of the added samples, and of those before

    added_samples(pair const& count, pair const& more)
        : added(more), total(count + more), share(more / total), kept(count / total) {}

    /// Adds them to the mean `m` and the variance `v` of a quantity. `sum` and `squares` are its sums about the centre, the float
    /// nearest to `m` (Chan, Golub and LeVeque 1983, eq. 2.1). Not inline: a program compiles this once for all moments.
    LOCKSTEP_NOINLINE void merge(pair const& sum, pair const& squares, pair& m, pair& v) const {
        pair const shift = sum / added;  // from the centre to the mean of the added samples
        pair const rest = squares - shift * sum;
        auto const is_negative = rest < pair(S(0));
        pair const spread(choose(is_negative, S(0), rest.high), choose(is_negative, S(0), rest.low));  // about that mean
        pair const step = shift - pair(m.low);  // from the old mean to that mean
        v = v * kept + spread / total + step * step * kept * share;
        m = m + step * share;
    }
};

/// Mean and variance of N quantities over all samples so far. Counts are exact below 2^46.
template <std::size_t N, class S>
struct moments {
    using pair = basic_float_pair<S>;
    pair count;
    pair mean[N];
    pair variance[N];

    /// Returns the moments before the first sample: count 0, mean 0, variance 1.
    static constexpr moments unit() {
        moments m{};
        for (pair& v : m.variance) {
            v = 1;
        }
        return m;
    }

    /// Sets the centre of the sums to an expected sample: lane 0 of the first N numbers of `first`. Call it before the
    /// first sample.
    template <class R, std::size_t M>
        requires(N <= M)
    void expect(vector<R, M> const& first) {
        for (std::size_t i = 0; i < N; ++i) {
            mean[i] = pair(shared_lane(first[i], 0));
        }
    }

    S inverse_deviation(std::size_t i) const { return inverse_deviation_of(variance[i]); }
    static S inverse_deviation_of(pair const& spread) { return S(1) / sqrt(spread.high + S(1e-8f)); }

    /// Returns the largest distance from the mean that a sample counts with: 10 deviations, at which a normaliser clips, or 10^4
    /// before the deviation is known.
    S reach(std::size_t i) const { return reach_of(variance[i]); }
    S reach_of(pair const& spread) const { return choose(S(0) < count.high, S(10) / inverse_deviation_of(spread), S(1e4f)); }

    /// Adds `added` samples, at least one. `sums`, [packs], has their sums about the present centre. Sums are added in the order
    /// of packs and lanes, so the result does not depend on the threads.
    template <class W, class Sums>
    void merge(Sums const& sums, typename W::index const& packs, pair const& added) {
        added_samples<S> const samples(count, added);
        auto const means = W::pointer_to(mean[0]), variances = W::pointer_to(variance[0]);
        for (auto const i : W::range(N)) {
            pair sum(S(0));
            pair squares(S(0));
            for (auto const pack : W::range(packs)) {
                auto& of_pack = sums[pack];
                auto& sum_of_pack = W::pointer_to(of_pack.sum[0])[i];
                auto& squares_of_pack = W::pointer_to(of_pack.squares[0])[i];
                for (auto const l : W::range(W::width)) {
                    sum = sum + shared_lane(sum_of_pack, l);
                    squares = squares + shared_lane(squares_of_pack, l);
                }
            }
            samples.merge(sum, squares, means[i], variances[i]);
        }
        count = samples.total;
    }
    /// Does the same on the processor, for `samples` samples in each lane. Does nothing if there are no samples.
    template <int Width>
    void merge(moment_sums<lanes<Width>, N> const* sums, std::size_t packs, std::size_t samples) {
        if (packs * samples > 0) {
            merge<plain_world<lanes<Width>, float>>(sums, packs, float_pair::of(packs * Width * samples));
        }
    }
};

/// Merges the sums of `packs` packs into moments. There must be at least one sample. kernel(0).
template <std::size_t N, class W>
struct merge_moments {
    template <class World>
    using in = merge_moments<N, World>;
    using S = typename W::scalar;

    typename W::template pointer<moments<N, S>> to;                               ///< [1]
    typename W::template pointer<moment_sums<typename W::number, N> const> sums;  ///< [packs]
    typename W::index packs;                                                      ///< of sums
    S added_high, added_low;                                                      ///< the number of samples, as a float_pair

    static merge_moments of(moments<N>* to, moment_sums<typename W::number, N> const* sums, std::size_t packs,
                            std::size_t samples) {
        float_pair const added = float_pair::of(samples);
        return {.to = to, .sums = sums, .packs = packs, .added_high = added.high, .added_low = added.low};
    }
    void operator()(typename W::index const&) const {
        (*to).template merge<W>(sums, packs, basic_float_pair<S>(added_high, added_low));
    }
};

/// Sets the variance of the quantities [first, N) to a number so large that a normaliser makes them nearly 0. kernel(0).
template <std::size_t N, class W>
struct ignore_moments {
    template <class World>
    using in = ignore_moments<N, World>;
    using S = typename W::scalar;

    typename W::template pointer<moments<N, S>> of;  ///< [1]
    typename W::index first;

    void operator()(typename W::index const&) const {
        auto const variances = W::pointer_to(of->variance[0]);
        for (auto const i : W::range(N - first)) {
            variances[first + i] = typename moments<N, S>::pair(S(1e30f));
        }
    }
};

}  // namespace lockstep
