// SPDX-License-Identifier: MIT
// The distribution of bounded actions: a Gaussian whose mean and deviation depend on the state, squashed into (-1, 1) by tanh
// (Haarnoja et al. 2018, "Soft Actor-Critic", appendix C).
#pragma once

#include <cstddef>
#include <numbers>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/gaussian.hpp>

namespace lockstep {

/// The distribution of a = tanh(x) with N independent components x ~ N(mean, exp(log_deviation)^2).
template <real R, std::size_t N>
struct squashed_gaussian {
    vector<R, N> mean;
    vector<R, N> log_deviation;

    struct draw {
        vector<R, N> action;  ///< in [-1, 1]
        R log_prob;           ///< the logarithm of the density of `action`
    };
    /// Gradients with respect to the mean and to log_deviation.
    using gradient = typename diagonal_gaussian<R, N>::gradient;

    /// Draws standard normal numbers for at(), the only random part of a draw.
    LOCKSTEP_INLINE static vector<R, N> noise(random<R>& random) {
        vector<R, N> result;
        for (R& x : result) {
            x = random.normal();
        }
        return result;
    }

    /// Returns the draw tanh(mean + deviation * noise), a function of mean and log_deviation. Its log_prob is computed from the
    /// noise itself, because with a small deviation the rounded sum mean + deviation * noise would lose digits of the noise.
    LOCKSTEP_INLINE draw at(vector<R, N> const& noise) const {
        draw result;
        vector<R, N> x;
        for (std::size_t i = 0; i < N; ++i) {
            x[i] = fma(exp(log_deviation[i]), noise[i], mean[i]);
            result.action[i] = tanh(x[i]);
        }
        result.log_prob = R(-0.5 * N * detail::log_two_pi) - log_stretch(x);
        for (std::size_t i = 0; i < N; ++i) {
            result.log_prob = fma(R(-0.5) * noise[i], noise[i], result.log_prob) - log_deviation[i];
        }
        return result;
    }

    /// Returns the most probable x, squashed by tanh.
    LOCKSTEP_INLINE vector<R, N> mode() const {
        vector<R, N> result;
        for (std::size_t i = 0; i < N; ++i) {
            result[i] = tanh(mean[i]);
        }
        return result;
    }

    /// Returns the logarithm of the density of the action tanh(x), for an x before tanh.
    LOCKSTEP_INLINE R log_prob(vector<R, N> const& x) const { return unsquashed().log_prob(mean, x) - log_stretch(x); }

    /// Returns the gradient of log_prob(x) with respect to the mean and to log_deviation, at a fixed x.
    LOCKSTEP_INLINE gradient log_prob_gradient(vector<R, N> const& x) const { return unsquashed().log_prob_gradient(mean, x); }

    /// Returns the derivative of tanh at the point where tanh is `action`. If `action` is near -1 or 1, the result has few
    /// correct digits, because tanh was rounded. If tanh was rounded to -1 or 1, the result is 0.
    LOCKSTEP_INLINE static R slope(R const& action) { return fma(-action, action, R(1)); }

    /// Returns the reparametrised gradient of f(action, log_prob), where `drawn` is at(noise). `by_action` and `by_log_prob` are
    /// the derivatives of f with respect to action and log_prob. The gradient is with respect to the mean and to log_deviation.
    LOCKSTEP_INLINE gradient draw_gradient(draw const& drawn, vector<R, N> const& noise, vector<R, N> const& by_action,
                                           R const& by_log_prob) const {
        return draw_gradient(drawn, noise, by_action, by_log_prob, [](R const& action) { return slope(action); });
    }
    /// Does the same as the function above, with slope_at(action) in place of the derivative of tanh.
    template <class Slope>
    LOCKSTEP_INLINE gradient draw_gradient(draw const& drawn, vector<R, N> const& noise, vector<R, N> const& by_action,
                                           R const& by_log_prob, Slope const& slope_at) const {
        gradient result;
        for (std::size_t i = 0; i < N; ++i) {
            R const a = drawn.action[i];
            // -log(1 - tanh(x)^2) has the derivative 2 tanh(x); the rest of log_prob depends on x through the noise alone.
            R const by_x = fma(by_action[i], slope_at(a), R(2) * by_log_prob * a);
            result.mean[i] = by_x;
            result.log_deviation[i] = fma(by_x * exp(log_deviation[i]), noise[i], -by_log_prob);
        }
        return result;
    }

    /// Returns the gradient with respect to `number`, if log_deviation[i] is `number` after a clamp. `by` is the gradient with
    /// respect to log_deviation[i]. The result is `by`, or 0 in lanes where the clamp has changed the number.
    LOCKSTEP_INLINE R unless_held(std::size_t i, R const& number, R const& by) const {
        auto const held = log_deviation[i] != number;
        return select(held, R(0), by);
    }

private:
    /// Returns the logarithm of the determinant of tanh's derivative at x. This form has no cancellation where |x| is large:
    /// log(1 - tanh(x)^2) = 2 (log 2 - |x| - log(1 + exp(-2 |x|))).
    LOCKSTEP_INLINE static R log_stretch(vector<R, N> const& x) {
        R sum = R(0);
        for (std::size_t i = 0; i < N; ++i) {
            R const size = abs(x[i]);
            sum = sum + R(2) * (R(std::numbers::ln2) - size - log(R(1) + exp(R(-2) * size)));
        }
        return sum;
    }

    LOCKSTEP_INLINE diagonal_gaussian<R, N> unsquashed() const { return {log_deviation}; }
};

}  // namespace lockstep
