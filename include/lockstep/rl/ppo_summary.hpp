// SPDX-License-Identifier: MIT
// What one iteration of PPO sends to the host: one small struct, made on the device at the iteration's end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/nn/gaussian.hpp>
#include <lockstep/rl/metrics.hpp>
#include <lockstep/rl/moments.hpp>
#include <lockstep/rl/ppo_update.hpp>
#include <lockstep/rl/rollout.hpp>

namespace lockstep {

struct ppo_summary {
    float episodes, episode_return, episode_length;  ///< whole episodes that ended, and their means
    float nonfinite;                                 ///< episodes that a NaN ended
    float explained_variance;
    float entropy;
    ppo_progress progress;
};

/// kernel(0): adds up the rows of a rollout in their order.
template <class Actions>
struct ppo_summarize {
    using R = native_lanes;

    std::size_t rows;
    float const* log_deviation;
    rollout_sums<R> const* sums;  ///< [rows]
    moments<3> const* target_moments;
    ppo_progress const* progress;
    ppo_summary* summary;

    void operator()(std::size_t) const {
        float total[4] = {};
        for (std::size_t row = 0; row < rows; ++row) {
            R const parts[4] = {sums[row].episodes, sums[row].episode_return, sums[row].episode_length, sums[row].nonfinite};
            for (std::size_t k = 0; k < 4; ++k) {
                for (std::size_t l = 0; l < native_width; ++l) {
                    total[k] += parts[k][l];
                }
            }
        }
        float const ended = std::max(total[0], 1.0f);
        double const unexplained = target_moments->variance[2] / std::max(target_moments->variance[1], 1e-12);
        *summary = {.episodes = total[0],
                    .episode_return = total[1] / ended,
                    .episode_length = total[2] / ended,
                    .nonfinite = total[3],
                    .explained_variance = static_cast<float>(1 - unexplained),
                    .entropy = entropy(),
                    .progress = *progress};
    }

private:
    /// That of the policy as it is now, if it is the same in all states; else the mean over the samples of the updates.
    float entropy() const {
        if constexpr (Actions::log_deviations > 0) {
            diagonal_gaussian<float, Actions::log_deviations> gaussian;
            std::copy_n(log_deviation, Actions::log_deviations, gaussian.log_deviation.begin());
            return gaussian.entropy();
        } else {
            return progress->entropy / std::max(1.0f, progress->minibatches);
        }
    }
};

/// Fills in what the summary knows of an iteration.
inline void fill_metrics(ppo_summary const& summary, metrics& m) {
    ppo_progress const& p = summary.progress;
    float const minibatches = std::max(1.0f, p.minibatches);
    auto const number = [](float x) { return static_cast<double>(x); };
    m.episodes = static_cast<std::size_t>(summary.episodes);
    m.episode_return = m.episodes > 0 ? number(summary.episode_return) : std::nan("");
    m.episode_length = m.episodes > 0 ? number(summary.episode_length) : std::nan("");
    m.policy_loss = number(p.policy_loss / minibatches);
    m.value_loss = number(p.value_loss / minibatches);
    m.entropy = number(summary.entropy);
    m.approximate_kl = number(p.approximate_kl / minibatches);
    m.clip_fraction = number(p.clipped / minibatches);
    m.explained_variance = number(summary.explained_variance);
}

}  // namespace lockstep
