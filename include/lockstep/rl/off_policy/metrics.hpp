// SPDX-License-Identifier: MIT
// The metrics of an iteration of an off-policy learner, and the small struct in which the device sends them to the host.
#pragma once

#include <cmath>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/rl/common/metrics.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>
#include <lockstep/rl/off_policy/view.hpp>

namespace lockstep {

/// The metrics of one iteration, in which all environments step and the networks are updated. Losses and values are means over
/// the iteration's updates, or NaN if there was no such update.
struct off_policy_metrics : iteration_metrics {
    std::size_t updates;  ///< of the critics, since training began
    double critic_loss;   ///< mean of both critics: half the mean squared error, or the cross entropy of categorical critics
    double value;         ///< mean value that both critics give the sampled actions
    double policy_loss;   ///< what the actor minimises; mean over the updates of the actor
};

/// Calls visit(name, value) for each number in order. These are the columns of every table of metrics.
template <class Visit>
constexpr void for_each_column(off_policy_metrics const& row, Visit&& visit) {
    for_each_column(static_cast<iteration_metrics const&>(row), visit);
    visit("updates", row.updates);
    visit("critic_loss", row.critic_loss);
    visit("value", row.value);
    visit("policy_loss", row.policy_loss);
}

namespace detail {
template <class Metrics, class Critic>
struct metrics_by_critic {
    using type = Metrics;
};
}  // namespace detail

/// Metrics, with one more column for a categorical Critic (rl/off_policy/categorical_critic.hpp).
template <class Metrics, class Critic>
using metrics_by_critic = typename detail::metrics_by_critic<Metrics, Critic>::type;

/// What an iteration sends to the host. S is the type of its numbers.
template <template <class> class Progress, class S = float>
struct off_policy_summary {
    rollout_sums<S> ended;
    Progress<S> progress;
};

/// Writes the sums over the packs of an iteration, and its progress, to `summary`. kernel(0).
template <template <class> class Progress, class W>
struct off_policy_summarize {
    template <class World>
    using in = off_policy_summarize<Progress, World>;
    using S = typename W::scalar;

    typename W::index packs;                                                    ///< of environments
    typename W::template pointer<rollout_sums<typename W::number> const> sums;  ///< [packs]
    typename W::template pointer<Progress<S> const> progress;                   ///< [1]
    typename W::template pointer<off_policy_summary<Progress, S>> summary;      ///< [1]

    void operator()(typename W::index const&) const {
        summary->ended = total<W>(sums, packs);
        summary->progress = *progress;
    }
};

/// Returns sum / count, or NaN if `count` is 0.
inline double mean_over(float sum, std::size_t count) {
    return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : std::nan("");
}

/// Writes the means of an iteration to `m`, from its sums `p`. In this iteration the critics had `updates` updates and the
/// actor `actor_updates`.
inline void describe(off_policy_progress const& p, std::size_t updates, std::size_t actor_updates, off_policy_metrics& m) {
    m.critic_loss = mean_over(p.critic_loss[0] + p.critic_loss[1], 2 * updates);
    m.value = mean_over(p.value[0] + p.value[1], 2 * updates);
    m.policy_loss = mean_over(p.policy_loss, actor_updates);
}

}  // namespace lockstep
