// SPDX-License-Identifier: MIT
// The losses of proximal policy optimisation (Schulman et al. 2017) and of a variant, and their gradients, for one sample or a
// pack of samples.
#pragma once

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/gaussian.hpp>

namespace lockstep {

/// The policy's loss of one sample, which is minimised, its gradient, and two measures of how far the policy has moved.
template <real R>
struct surrogate {
    R loss;
    R log_prob_gradient;  ///< d loss / d log pi(a|s)
    R approximate_kl;     ///< (r - 1) - log r, an estimate of KL(old, new) that is never negative (Schulman 2020)
    R clipped;            ///< 1 if the ratio is outside [1 - epsilon, 1 + epsilon], else 0
};

/// Returns the surrogate of a sample. differentiate(ratio, result) must write result.loss and result.log_prob_gradient.
template <real R, class Differentiate>
LOCKSTEP_INLINE surrogate<R> surrogate_of(R const& log_prob, R const& old_log_prob, R const& clip, Differentiate differentiate) {
    R const log_ratio = log_prob - old_log_prob;
    R const ratio = exp(clamp(log_ratio, R(-20), R(20)));
    surrogate<R> result;
    differentiate(ratio, result);
    result.approximate_kl = (ratio - R(1)) - log_ratio;
    result.clipped = select(clip < abs(ratio - R(1)), R(1), R(0));
    return result;
}

/// Returns the loss -min(r A, clip(r, 1 - epsilon, 1 + epsilon) A), eq. 7, and its gradient with respect to log pi(a|s). The
/// gradient is 0 if r A is above the clipped term, else -r A.
template <real R>
LOCKSTEP_INLINE surrogate<R> clipped_surrogate(R const& log_prob, R const& old_log_prob, R const& advantage, R const& clip) {
    return surrogate_of(log_prob, old_log_prob, clip, [&](R const& ratio, surrogate<R>& result) {
        R const unclipped = ratio * advantage;
        R const bounded = clamp(ratio, R(1) - clip, R(1) + clip) * advantage;
        result.loss = -min(unclipped, bounded);
        result.log_prob_gradient = select(bounded < unclipped, R(0), -unclipped);
    });
}

/// Returns the loss -r A + |A| (r - 1)^2 / (2 epsilon) and its gradient with respect to log pi(a|s). The loss is least at
/// r = 1 + epsilon if A is positive, and at r = 1 - epsilon if A is negative. If a ratio is beyond the minimum, the gradient
/// moves the ratio back; the clipped surrogate has no gradient there (Xie et al. 2024, "Simple policy optimization", arXiv
/// 2401.16025).
template <real R>
LOCKSTEP_INLINE surrogate<R> penalized_surrogate(R const& log_prob, R const& old_log_prob, R const& advantage, R const& clip) {
    return surrogate_of(log_prob, old_log_prob, clip, [&](R const& ratio, surrogate<R>& result) {
        R const excess = ratio - R(1);
        R const slope = abs(advantage) * excess / clip;
        result.loss = R(0.5) * slope * excess - ratio * advantage;
        result.log_prob_gradient = (slope - advantage) * ratio;
    });
}

/// The squared error of a value estimate, 1/2 (V - target)^2, and its gradient with respect to V.
template <real R>
struct value_error {
    R loss;
    R gradient;
};

/// Returns the error of `value`. If `clip` is above zero, it is the larger of two errors: the error of `value`, and the error of
/// `value` clipped to [old_value - clip, old_value + clip] (the clipped value loss of OpenAI's baselines). `old_value` is the
/// value before the updates. So a larger change of the value brings no gain.
template <real R>
LOCKSTEP_INLINE value_error<R> value_objective(R const& value, R const& old_value, R const& target, R const& clip) {
    R const error = value - target;
    R const bounded_error = old_value + clamp(value - old_value, -clip, clip) - target;
    auto const bounded_is_worse = R(0) < clip && error * error < bounded_error * bounded_error;
    auto const moved_too_far = clip < abs(value - old_value);
    return {R(0.5) * select(bounded_is_worse, bounded_error * bounded_error, error * error),
            select(bounded_is_worse, select(moved_too_far, R(0), bounded_error), error)};
}

}  // namespace lockstep
