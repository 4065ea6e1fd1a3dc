// SPDX-License-Identifier: MIT
// Normalises observations by a mean and a deviation.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/rl/common/moments.hpp>

namespace lockstep {

/// Computes (x - mean) * scale, clipped to [-10, 10], for each of N numbers. With mean 0 and scale 1 it only clips.
template <std::size_t N, class S = float>
struct normalizer {
    static constexpr double limit = 10;  ///< the greatest magnitude of a normalised number
    S mean[N];
    S scale[N];

    static normalizer identity() {
        normalizer result;
        for (std::size_t i = 0; i < N; ++i) {
            result.mean[i] = S(0);
            result.scale[i] = S(1);
        }
        return result;
    }

    /// Returns the normaliser that subtracts the mean of the observations so far and divides by their deviation; both are in
    /// `observed`. If `normalizes` is false, returns identity().
    static normalizer from(moments<N, S> const& observed, bool normalizes = true) {
        if (!normalizes) {
            return identity();
        }
        normalizer result;
        for (std::size_t i = 0; i < N; ++i) {
            result.mean[i] = observed.mean[i].high;
            result.scale[i] = observed.inverse_deviation(i);
        }
        return result;
    }

    /// Returns the normaliser of the first M numbers.
    template <std::size_t M>
        requires(M <= N)
    normalizer<M, S> first() const {
        normalizer<M, S> result;
        std::copy_n(mean, M, result.mean);
        std::copy_n(scale, M, result.scale);
        return result;
    }

    template <real R>
    LOCKSTEP_INLINE vector<R, N> operator()(vector<R, N> const& x) const {
        vector<R, N> result;
        for (std::size_t i = 0; i < N; ++i) {
            result[i] = clamp((x[i] - R(mean[i])) * R(scale[i]), R(-limit), R(limit));
        }
        return result;
    }

    /// Returns the gradient with respect to x, given the gradient with respect to `normalized`, which is (*this)(x). For a
    /// clipped number the gradient is 0.
    template <real R>
    vector<R, N> backward(vector<R, N> const& normalized, vector<R, N> gradient) const {
        for (std::size_t i = 0; i < N; ++i) {
            gradient[i] = select(abs(normalized[i]) < R(limit), gradient[i] * R(scale[i]), R(0));
        }
        return gradient;
    }
};

/// A normaliser that computes the same as normalizer::from(*observed, normalizes). It is for kernels with few registers: for each
/// observation it reads the moments and computes each scale again.
template <std::size_t N, class W>
struct normalizer_in_memory {
    using S = typename W::scalar;
    typename W::template pointer<moments<N, S> const> observed;  ///< [1]
    bool normalizes;

    template <real R>
    vector<R, N> operator()(vector<R, N> const& x) const {
        auto& known = *observed;
        vector<R, N> result;
        for (std::size_t i = 0; i < N; ++i) {
            result[i] = one(x[i], known.mean[i], known.variance[i]);
        }
        return result;
    }
    /// Calls f(i, the normalised x[i]) for each of N numbers in memory, in a loop of the world.
    template <class F>
    void for_each(typename W::template pointer<typename W::number> const& x, F f) const {
        auto const means = W::pointer_to(observed->mean[0]), variances = W::pointer_to(observed->variance[0]);
        for (auto const i : W::range(N)) {
            f(i, one(x[i], means[i], variances[i]));
        }
    }

private:
    using pair = typename moments<N, S>::pair;

    template <real R>
    R one(R const& x, pair const& mean, pair const& variance) const {
        R const scaled = normalizes ? (x - R(mean.high)) * R(moments<N, S>::inverse_deviation_of(variance)) : x;
        return clamp(scaled, R(-normalizer<N, S>::limit), R(normalizer<N, S>::limit));
    }
};

}  // namespace lockstep
