// SPDX-License-Identifier: MIT
// The report of one iteration of a learner. It is a row of the table, a point of the learning curve, and the live line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep {

/// What every learner reports of an iteration, which is a rollout and the updates after it.
struct iteration_metrics {
    std::size_t iteration;    ///< counts from 1
    std::size_t steps;        ///< environment steps taken since training began
    std::size_t total_steps;  ///< environment steps that the training is to take
    double seconds;           ///< wall-clock time of all iterations so far, also of those before a checkpoint
    double steps_per_second;  ///< environment steps per second of this iteration, learning included
    /// The mean undiscounted return of the whole episodes that ended in this iteration, or NaN if no whole episode ended. An
    /// episode is whole if it ran from its first step, so a staggered first episode is not whole. Early reports also count the
    /// episodes that run beside the training (rl/common/first_returns.hpp).
    double episode_return;
    double episode_length;           ///< mean number of steps of the episodes in episode_return; NaN if there are none
    std::size_t episodes;            ///< number of the episodes in episode_return
    std::size_t nonfinite_episodes;  ///< number of episodes that a NaN or an infinity ended, since training began
    /// Sentences about the configuration that a user should read, from warnings(config). Only the first iteration of a learner
    /// has any. They are no column of a table.
    std::vector<std::string> warnings;
    /// The seconds of this iteration if it is the first of this learner object, and the device compiles kernels at their first
    /// launch; else 0. If it is positive, steps_per_second says little. It is no column of a table.
    double seconds_with_compilation = 0;
};

/// The metrics of PPO. Losses are means over the iteration's minibatches.
struct ppo_metrics : iteration_metrics {
    double policy_loss;         ///< minus the surrogate, which is clipped or has a penalty
    double value_loss;          ///< half the mean squared error of the value
    double entropy;             ///< mean entropy of the policy, in nats
    double approximate_kl;      ///< mean of (ratio - 1) - log ratio: estimates KL(policy that acted || learnt policy)
    double clip_fraction;       ///< share of the samples whose ratio left [1 - clip, 1 + clip]
    double explained_variance;  ///< 1 - Var(return - value) / Var(return): 1 is a perfect critic
    double learning_rate;       ///< in this iteration; with desired_kl, after its last minibatch
};

/// Calls visit(name, value) for each number in order. These are the columns of every table of metrics.
template <class Visit>
constexpr void for_each_column(iteration_metrics const& row, Visit&& visit) {
    visit("iteration", row.iteration);
    visit("steps", row.steps);
    visit("total_steps", row.total_steps);
    visit("seconds", row.seconds);
    visit("steps_per_second", row.steps_per_second);
    visit("episode_return", row.episode_return);
    visit("episode_length", row.episode_length);
    visit("episodes", row.episodes);
    visit("nonfinite_episodes", row.nonfinite_episodes);
}
template <class Visit>
constexpr void for_each_column(ppo_metrics const& row, Visit&& visit) {
    for_each_column(static_cast<iteration_metrics const&>(row), visit);
    visit("policy_loss", row.policy_loss);
    visit("value_loss", row.value_loss);
    visit("entropy", row.entropy);
    visit("approximate_kl", row.approximate_kl);
    visit("clip_fraction", row.clip_fraction);
    visit("explained_variance", row.explained_variance);
    visit("learning_rate", row.learning_rate);
}

}  // namespace lockstep
