// SPDX-License-Identifier: MIT
// What SHAC stores of the steps of a window.
#pragma once

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/gradient/step.hpp>

namespace lockstep {

/// What is stored of a step of a pack, so that its backward pass can be repeated with a later policy.
template <environment Env, real R>
struct shac_trace {
    state_t<Env, R> before, after;              ///< `after` before any reset
    vector<R, Env::action_size> drawn, action;  ///< the action before it was squashed; the action in [-1, 1]
    R log_density;                              ///< log density of `drawn` for the policy that drew it, without a constant term
    R weight;                                   ///< gamma^k, k steps after the window or the episode begins
    /// Each is 1 or 0. ended: the episode ended with this step. is_bootstrapped: the window ended without a termination, or the
    /// episode was truncated, so the target critic's value of `after` takes the place of later rewards. nonfinite: the step led
    /// to a NaN or an infinity.
    R ended, is_bootstrapped, nonfinite;
};

/// A step of a pack, for the backward pass.
template <environment Env, real R>
struct shac_step : shac_trace<Env, R> {
    differentiable_step<Env, R> step;
    vector<R, Env::observation_size> observation;  ///< of `before`, normalised
    vector<R, Env::observation_size> next;         ///< of `after`, normalised
    vector<R, Env::action_size> noise;             ///< the noise with which the present policy draws `drawn`
    R share;          ///< the factor of the action's gradient; 1 if the present policy drew the action
    R reward, value;  ///< the scaled reward; the target critic's value of `observation`
    R growth;         ///< of the gradient with respect to the state in this step backward; 0 if a gradient is 0 or not finite
    R bootstrap;      ///< the target critic's value of `next` where is_bootstrapped is 1, else 0
};

/// A sample from which the critic learns: a pack of observations and their targets.
template <real R, std::size_t N>
struct shac_sample {
    vector<R, N> observation;  ///< normalised
    R target;                  ///< computed from scaled rewards
};

/// What is stored of a step, so that its target can be computed again.
template <real R, std::size_t Observations, std::size_t Actions>
struct shac_record {
    vector<R, Observations> observation, next;  ///< before and after the step, normalised
    vector<R, Actions> drawn;                   ///< the action before it was squashed
    R log_density;                              ///< log density of `drawn` for the policy that drew it, without a constant term
    R reward;                                   ///< scaled
    R ended, is_bootstrapped;                   ///< as in shac_step
};

/// Sums over the windows of a pack in an iteration.
template <real R>
struct shac_sums {
    R objective;  ///< of discounted rewards and terminal values
    R cut;        ///< the number of steps that passed no gradient back
};

}  // namespace lockstep
