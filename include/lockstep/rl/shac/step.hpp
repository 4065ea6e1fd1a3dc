// SPDX-License-Identifier: MIT
// What the steps of a window of SHAC leave behind.
#pragma once

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/gradient/step.hpp>

namespace lockstep {

/// What is kept of a step, so that a later policy can repeat its backward pass.
template <environment Env, real R>
struct shac_trace {
    state_t<Env, R> before, after;              ///< `after` before any reset
    vector<R, Env::action_size> drawn, action;  ///< before it was squashed, and in [-1, 1]
    R log_density;                              ///< of `drawn` by the policy that drew it, without its constant term
    R weight;                                   ///< gamma^k, k steps after the window or the episode begins
    R ended, leads_on, nonfinite;               ///< 1 or 0; leads_on: the target critic values what comes after
};

/// A step of a pack, for the backward pass.
template <environment Env, real R>
struct shac_step : shac_trace<Env, R> {
    differentiable_step<Env, R> step;
    vector<R, Env::observation_size> observation;  ///< of `before`, normalised
    vector<R, Env::observation_size> next;         ///< of `after`, normalised
    vector<R, Env::action_size> noise;             ///< with which the policy draws the action
    R share;          ///< of the action's gradient that counts; 1 if the present policy drew the action
    R reward, value;  ///< scaled; of the target critic
    R growth;         ///< of the gradient with respect to the state, in this step backward; 0 where there is none
    R bootstrap;      ///< the value of `next` where `leads_on`
};

/// Sums over the windows of a pack.
template <real R>
struct shac_sums {
    R objective;  ///< discounted rewards and terminal values
    R cut;        ///< steps that pass no gradient
};

}  // namespace lockstep
