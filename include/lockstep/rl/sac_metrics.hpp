// SPDX-License-Identifier: MIT
// What one iteration of soft actor-critic reports, and how it gets to the host: one small struct, made on the device.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/rl/rollout.hpp>
#include <lockstep/rl/sac_update.hpp>

namespace lockstep {

/// One iteration: steps of all environments with the updates that fall to them. Means are over the iteration's updates, NaN
/// where there was none.
struct sac_metrics {
    std::size_t iteration;           ///< counts from 1
    std::size_t steps;               ///< environment steps taken since training began
    std::size_t total_steps;         ///< environment steps that the training is to take
    double seconds;                  ///< wall-clock time since training began
    double steps_per_second;         ///< environment steps per second of this iteration, learning included
    double episode_return;           ///< mean undiscounted return of the episodes that ended in this iteration; NaN if none did
    double episode_length;           ///< mean number of steps of those episodes; NaN if none ended
    std::size_t episodes;            ///< episodes that ended in this iteration
    std::size_t nonfinite_episodes;  ///< episodes ended because their state was no longer finite, since training began
    std::size_t updates;             ///< of the critics, since training began
    double critic_loss;              ///< half the mean squared error, mean of both critics
    double value;                    ///< mean of both critics over what was sampled
    double policy_loss;              ///< temperature * log probability - the smaller value
    double entropy;                  ///< of the squashed policy, estimated from its draws, in nats
    double temperature;              ///< at the end of the iteration
};

/// Calls visit(name, value) for each member in order: the columns of every table of metrics.
template <class Visit>
constexpr void for_each_column(sac_metrics const& row, Visit&& visit) {
    visit("iteration", row.iteration);
    visit("steps", row.steps);
    visit("total_steps", row.total_steps);
    visit("seconds", row.seconds);
    visit("steps_per_second", row.steps_per_second);
    visit("episode_return", row.episode_return);
    visit("episode_length", row.episode_length);
    visit("episodes", row.episodes);
    visit("nonfinite_episodes", row.nonfinite_episodes);
    visit("updates", row.updates);
    visit("critic_loss", row.critic_loss);
    visit("value", row.value);
    visit("policy_loss", row.policy_loss);
    visit("entropy", row.entropy);
    visit("temperature", row.temperature);
}

struct sac_summary {
    float episodes, episode_return, episode_length;  ///< whole episodes that ended, and the sums of theirs
    float nonfinite;                                 ///< episodes that a NaN ended
    sac_progress progress;
};

/// kernel(0): adds up the rows of an iteration in their order.
struct sac_summarize {
    using R = native_lanes;

    std::size_t rows;
    rollout_sums<R> const* sums;  ///< [rows]
    sac_progress const* progress;
    sac_summary* summary;

    void operator()(std::size_t) const {
        float total[4] = {};
        for (std::size_t row = 0; row < rows; ++row) {
            auto const parts = lockstep::rows<R>(sums[row]);
            for (std::size_t k = 0; k < 4; ++k) {
                for (std::size_t l = 0; l < native_width; ++l) {
                    total[k] += parts[k][l];
                }
            }
        }
        *summary = {.episodes = total[0],
                    .episode_return = total[1],
                    .episode_length = total[2],
                    .nonfinite = total[3],
                    .progress = *progress};
    }
};

/// Takes over what the summary knows of an iteration with so many updates of the critics and of the actor.
inline void describe(sac_summary const& summary, std::size_t updates, std::size_t actor_updates, sac_metrics& m) {
    sac_progress const& p = summary.progress;
    auto const mean = [](float sum, double count) { return count > 0 ? static_cast<double>(sum) / count : std::nan(""); };
    double const episodes = static_cast<double>(summary.episodes);
    m.episodes = static_cast<std::size_t>(summary.episodes);
    m.episode_return = mean(summary.episode_return, episodes);
    m.episode_length = mean(summary.episode_length, episodes);
    m.critic_loss = mean(p.critic_loss[0] + p.critic_loss[1], 2 * static_cast<double>(updates));
    m.value = mean(p.value[0] + p.value[1], 2 * static_cast<double>(updates));
    m.policy_loss = mean(p.policy_loss, static_cast<double>(actor_updates));
    m.entropy = -mean(p.log_prob, static_cast<double>(actor_updates));
    m.temperature = static_cast<double>(p.temperature);
}

}  // namespace lockstep
