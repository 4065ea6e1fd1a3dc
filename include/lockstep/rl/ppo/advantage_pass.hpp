// SPDX-License-Identifier: MIT
// Advantages and value targets of a rollout: a kernel that goes through the steps of a pack of environments, from last to first.
#pragma once

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/ppo/advantage.hpp>
#include <lockstep/rl/ppo/view.hpp>

namespace lockstep {

/// Computes `advantage` and `target` of the samples of a pack, and writes their sums to target_packs[pack]. In an earlier rollout
/// both are corrected for the change of the policy since then (V-trace, Espeholt et al. 2018, with both bounds 1): the ratio of a
/// sample, at most 1, scales what its advantage adds to its target and to the advantages of earlier steps. With `scale_rewards`,
/// rewards are divided by the running deviation of the discounted return and clipped to [-10, 10] (Engstrom et al. 2020; Huang et
/// al. 2022). kernel(pack).
template <class Networks>
struct advantage_pass {
    template <class World>
    using in = advantage_pass<typename Networks::template in<World>>;
    using W = typename Networks::world;
    using R = typename W::number;
    using scalar = typename W::scalar;

    ppo_view<Networks> view;    ///< of this rollout
    typename W::index packs;    ///< of environments, times agents
    typename W::index horizon;  ///< steps of the rollout
    scalar discount;            ///< gamma
    scalar lambda;              ///< weight of longer returns
    typename W::template constant<bool> scale_rewards;

    void operator()(typename W::index const& pack) const {
        R const reward_scale = R(view.return_moments->inverse_deviation(0));
        advantage_estimator<R> const estimator{.discount = R(discount), .lambda = R(lambda)};
        auto pack_sums = all_zero<target_sums<R>, R>();
        R next_value = view.last_values[pack];
        R next_advantage = R(0);
        for (auto const step : W::downward(horizon)) {
            auto& s = view.samples[step * packs + pack];
            R const scaled = scale_rewards ? clamp(reward_scale * s.reward, R(-10), R(10)) : R(s.reward);
            R const reward = fma(R(discount), s.bootstrap, scaled);
            s.advantage = estimator(reward, s.value, next_value, next_advantage, R(0.5) < s.ended);
            R const corrected = min(R(s.ratio), R(1)) * s.advantage;
            s.target = corrected + s.value;
            next_value = s.value;
            next_advantage = corrected;
            pack_sums.add(0, s.advantage);
            pack_sums.add(1, s.target);
            pack_sums.add(2, s.target - s.value);
        }
        view.target_packs[pack] = pack_sums;
    }
};

}  // namespace lockstep
