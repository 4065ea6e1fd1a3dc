// SPDX-License-Identifier: MIT
// The distribution of discrete actions: the probabilities are the softmax of the network's outputs.
#pragma once

#include <cstddef>

#include <lockstep/core/math.hpp>
#include <lockstep/core/native_world.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep {

/// Writes the logarithms of N probabilities, the softmax of `logits`, to `result`. The largest logit is subtracted first, so that
/// no exponential overflows. W is the world whose indices `logits` and `result` take.
template <class W, std::size_t N, class Logits, class Result>
LOCKSTEP_INLINE void log_softmax(Logits const& logits, Result& result) {
    using R = typename W::number;
    R most = logits[0];
    for (auto const i : W::range(N - 1)) {
        most = max(most, logits[i + 1]);
    }
    R sum = R(0);
    for (auto const i : W::range(N)) {
        result[i] = logits[i] - most;
        sum = sum + exp(result[i]);
    }
    R const log_sum = log(sum);
    for (auto const i : W::range(N)) {
        result[i] = result[i] - log_sum;
    }
}

/// The distribution of an index from 0 to N - 1, given as a number of R, with probabilities exp(logit) / sum of exp(logit).
template <real R, std::size_t N>
struct categorical {
    vector<R, N> logits;

    /// Draws an index. It inverts the cumulative distribution at one random number, which is distributed uniformly from 0 to 1.
    LOCKSTEP_INLINE R sample(random<R>& noise) const {
        vector<R, N> const log_p = log_probabilities();
        R const u = noise.uniform();
        R cumulative = R(0);
        R index = R(0);
        for (std::size_t i = 0; i + 1 < N; ++i) {
            cumulative = cumulative + exp(log_p[i]);
            index = index + select(u < cumulative, R(0), R(1));
        }
        return index;
    }

    /// Returns the most probable index; the first one if several are.
    LOCKSTEP_INLINE R mode() const {
        R most = logits[0];
        R index = R(0);
        for (std::size_t i = 1; i < N; ++i) {
            index = select(most < logits[i], R(static_cast<double>(i)), index);
            most = max(most, logits[i]);
        }
        return index;
    }

    /// Returns the logarithm of the probability of `index`.
    LOCKSTEP_INLINE R log_prob(R const& index) const {
        vector<R, N> const log_p = log_probabilities();
        R result = log_p[0];
        for (std::size_t i = 1; i < N; ++i) {
            result = select(is(index, i), log_p[i], result);
        }
        return result;
    }

    /// Returns the gradient of the log-probability with respect to the logits.
    LOCKSTEP_INLINE vector<R, N> log_prob_gradient(R const& index) const {
        vector<R, N> result = log_probabilities();
        for (std::size_t i = 0; i < N; ++i) {
            result[i] = select(is(index, i), R(1), R(0)) - exp(result[i]);
        }
        return result;
    }

    LOCKSTEP_INLINE R entropy() const { return entropy_of(log_probabilities()); }

    /// Returns the gradient of the entropy with respect to the logits: -p (log p + entropy).
    LOCKSTEP_INLINE vector<R, N> entropy_gradient() const {
        vector<R, N> result = log_probabilities();
        R const entropy = entropy_of(result);
        for (R& log_p : result) {
            log_p = -exp(log_p) * (log_p + entropy);
        }
        return result;
    }

    /// Returns the logarithm of each index's probability.
    LOCKSTEP_INLINE vector<R, N> log_probabilities() const {
        vector<R, N> result;
        log_softmax<plain_world<R, float>, N>(logits, result);
        return result;
    }

private:
    LOCKSTEP_INLINE static mask_t<R> is(R const& index, std::size_t i) {
        return abs(index - R(static_cast<double>(i))) < R(0.5);
    }

    LOCKSTEP_INLINE static R entropy_of(vector<R, N> const& log_p) {
        R sum = R(0);
        for (std::size_t i = 0; i < N; ++i) {
            sum = fma(-exp(log_p[i]), log_p[i], sum);
        }
        return sum;
    }
};

}  // namespace lockstep
