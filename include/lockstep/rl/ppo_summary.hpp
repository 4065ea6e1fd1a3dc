// SPDX-License-Identifier: MIT
// What one iteration of PPO sends to the host: one small struct, made on the device at the iteration's end.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/nn/gaussian.hpp>
#include <lockstep/rl/metrics.hpp>
#include <lockstep/rl/moments.hpp>
#include <lockstep/rl/ppo_update.hpp>
#include <lockstep/rl/rollout_sums.hpp>

namespace lockstep {

struct ppo_summary {
    rollout_sums<float> ended;
    float explained_variance;
    float entropy;
    ppo_progress progress;
};

/// kernel(0): adds up the rows of a rollout.
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
        float const unexplained = target_moments->variance[2].high / std::max(target_moments->variance[1].high, 1e-12f);
        *summary = {.ended = total(sums, rows),
                    .explained_variance = 1 - unexplained,
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

/// Fills in what PPO reports beside its episodes.
inline void fill_metrics(ppo_summary const& summary, metrics& m) {
    ppo_progress const& p = summary.progress;
    float const minibatches = std::max(1.0f, p.minibatches);
    auto const number = [](float x) { return static_cast<double>(x); };
    m.policy_loss = number(p.policy_loss / minibatches);
    m.value_loss = number(p.value_loss / minibatches);
    m.entropy = number(summary.entropy);
    m.approximate_kl = number(p.approximate_kl / minibatches);
    m.clip_fraction = number(p.clipped / minibatches);
    m.explained_variance = number(summary.explained_variance);
}

}  // namespace lockstep
