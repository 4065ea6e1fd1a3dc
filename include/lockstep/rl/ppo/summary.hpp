// SPDX-License-Identifier: MIT
// What one iteration of PPO sends to the host: one small struct, which the device fills in at the end of the iteration.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/nn/gaussian.hpp>
#include <lockstep/rl/common/metrics.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>
#include <lockstep/rl/ppo/view.hpp>

namespace lockstep {

template <class S = float>
struct ppo_summary {
    rollout_sums<S> ended;  ///< the episodes that ended in the iteration
    S explained_variance;  ///< 1 - Var(target - value) / Var(target)
    S entropy;             ///< of the policy, in nats
    S rate_scale;          ///< the factor of the learning rate after the iteration
    ppo_progress<S> progress;
};

/// Begins the updates of an iteration: computes the moments of advantages and targets, resets the progress, and writes to the
/// progress the mean and the scale with which the updates normalise advantages. kernel(0).
template <class W>
struct ppo_begin_updates {
    template <class World>
    using in = ppo_begin_updates<World>;
    using S = typename W::scalar;

    merge_moments<3, W> targets;
    typename W::template pointer<ppo_progress<S>> progress;  ///< [1]
    typename W::template constant<bool> normalize_advantages;

    void operator()(typename W::index const& i) const {
        *targets.to = all_zero<moments<3, S>, S>();
        targets(i);
        progress->clear();
        progress->advantage_mean = normalize_advantages ? S(targets.to->mean[0].high) : S(0);
        progress->advantage_scale = normalize_advantages ? targets.to->inverse_deviation(0) : S(1);
    }
};

/// Adds up the sums of all packs, and writes the summary of the iteration. kernel(0).
template <class Networks>
struct ppo_summarize {
    template <class World>
    using in = ppo_summarize<typename Networks::template in<World>>;
    using W = typename Networks::world;
    using S = typename W::scalar;
    using actions = typename Networks::actions;
    template <class Value>
    using pointer = typename W::template pointer<Value>;

    ppo_view<Networks> view;
    typename W::index packs;                               ///< of `sums`
    pointer<rollout_sums<typename W::number> const> sums;  ///< [packs]
    pointer<ppo_summary<S>> summary;                       ///< [1]

    void operator()(typename W::index const&) const {
        S const unexplained = view.target_moments->variance[2].high / max(S(view.target_moments->variance[1].high), S(1e-12f));
        summary->ended = total<W>(sums, packs);
        summary->explained_variance = S(1) - unexplained;
        summary->entropy = entropy();
        summary->rate_scale = *view.rate_scale;
        summary->progress = *view.progress;
    }

private:
    /// Returns the entropy of the present policy, if the entropy is the same in all states. Otherwise returns the mean entropy
    /// over the samples of the policy's updates.
    S entropy() const {
        if constexpr (actions::log_deviations > 0) {
            diagonal_gaussian<S, actions::log_deviations> gaussian;
            for (std::size_t i = 0; i < actions::log_deviations; ++i) {
                gaussian.log_deviation[i] = view.parameters[Networks::log_deviation + i];
            }
            return gaussian.entropy();
        } else {
            return view.progress->entropy / max(S(1), static_cast<S>(view.progress->policy_minibatches));
        }
    }
};

/// Writes the metrics that follow from the summary to `m`.
inline void fill_metrics(ppo_summary<> const& summary, ppo_metrics& m) {
    ppo_progress<> const& p = summary.progress;
    float const minibatches = std::max(1.0f, static_cast<float>(p.minibatches));
    float const of_policy = std::max(1.0f, static_cast<float>(p.policy_minibatches));
    auto const number = [](float x) { return static_cast<double>(x); };
    m.policy_loss = number(p.policy_loss / of_policy);
    m.value_loss = number(p.value_loss / minibatches);
    m.entropy = number(summary.entropy);
    m.approximate_kl = number(p.approximate_kl / of_policy);
    m.clip_fraction = number(p.clipped / of_policy);
    m.explained_variance = number(summary.explained_variance);
}

}  // namespace lockstep
