// SPDX-License-Identifier: MIT
// The distribution of continuous actions: a Gaussian with independent components, and a deviation that does not depend on the
// state.
#pragma once

#include <cstddef>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep {

namespace detail {
inline constexpr double log_two_pi = 1.8378770664093454836;
}

/// N independent normal distributions. log_deviation has the logarithms of their standard deviations. The means are a parameter
/// of the functions.
template <real R, std::size_t N>
struct diagonal_gaussian {
    vector<R, N> log_deviation;

    /// Gradients with respect to the mean and to log_deviation.
    struct gradient {
        vector<R, N> mean;
        vector<R, N> log_deviation;
    };

    LOCKSTEP_INLINE vector<R, N> sample(vector<R, N> const& mean, random<R>& noise) const {
        vector<R, N> x;
        for (std::size_t i = 0; i < N; ++i) {
            x[i] = fma(exp(log_deviation[i]), noise.normal(), mean[i]);
        }
        return x;
    }

    /// Returns the logarithm of the density at x.
    LOCKSTEP_INLINE R log_prob(vector<R, N> const& mean, vector<R, N> const& x) const {
        R sum = R(-0.5 * N * detail::log_two_pi);
        for (std::size_t i = 0; i < N; ++i) {
            R const z = standardized(mean, x, i);
            sum = fma(R(-0.5) * z, z, sum) - log_deviation[i];
        }
        return sum;
    }

    LOCKSTEP_INLINE gradient log_prob_gradient(vector<R, N> const& mean, vector<R, N> const& x) const {
        gradient result;
        for (std::size_t i = 0; i < N; ++i) {
            R const z = standardized(mean, x, i);
            result.mean[i] = z * exp(-log_deviation[i]);
            result.log_deviation[i] = fma(z, z, R(-1));
        }
        return result;
    }

    /// Returns the entropy of all components together. Its gradient with respect to each log_deviation is 1.
    LOCKSTEP_INLINE R entropy() const {
        R sum = R(0.5 * N * (1 + detail::log_two_pi));
        for (std::size_t i = 0; i < N; ++i) {
            sum = sum + log_deviation[i];
        }
        return sum;
    }

private:
    LOCKSTEP_INLINE R standardized(vector<R, N> const& mean, vector<R, N> const& x, std::size_t i) const {
        return (x[i] - mean[i]) * exp(-log_deviation[i]);
    }
};

}  // namespace lockstep
