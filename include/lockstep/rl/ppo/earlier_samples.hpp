// SPDX-License-Identifier: MIT
// Samples of earlier rollouts from which PPO learns again (Queeney, Paschalidis and Cassandras 2021, "Generalized proximal policy
// optimization with sample reuse", arXiv 2111.00072).
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/ppo/critic_view.hpp>
#include <lockstep/rl/ppo/view.hpp>

namespace lockstep {

/// The places of the rollouts from which an iteration learns. They are a ring: the newest rollout overwrites the oldest.
struct rollout_ring {
    std::size_t newest = 0;  ///< the place of the newest rollout
    std::size_t filled = 1;  ///< the places [0, filled) have a rollout

    /// Returns the ring of `places` places in iteration `iteration`, counted from 0.
    static constexpr rollout_ring of(std::size_t iteration, std::size_t places) {
        return {.newest = iteration % places, .filled = std::min(iteration + 1, places)};
    }
};

/// Computes `value`, `log_prob` and `ratio` of the samples of a pack of an earlier rollout again, with the present networks.
/// Observations stay normalised as they were. The values after a truncation and after the end of the rollout are not computed
/// again. kernel(pack).
template <class Networks>
struct ppo_refresh {
    template <class World>
    using in = ppo_refresh<typename Networks::template in<World>>;
    using W = typename Networks::world;
    using R = typename W::number;
    static constexpr float most_ratio = 1e6f;  ///< the greatest ratio; 1 / most_ratio is the least
    static constexpr std::size_t stack_size = [] {
        if constexpr (W::is_native) {
            return stack_size_for(sizeof(typename actor_view<Networks>::workspace) +
                                  sizeof(typename critic_view<Networks>::workspace) +
                                  2 * sizeof(typename ppo_view<Networks>::sample_pack));
        } else {
            return std::size_t(0);
        }
    }();

    ppo_view<Networks> view;    ///< of this rollout
    typename W::index packs;    ///< of environments, times agents
    typename W::index horizon;  ///< steps of the rollout

    void operator()(typename W::index const& pack) const {
        using acting_view = actor_view<Networks>;
        acting_view const actor{view.parameters, view.transposed_weights, decltype(acting_view::normalization)::identity()};
        critic_view<Networks> const values{view.parameters, view.transposed_weights};
        auto const policy = actor.policy();
        typename acting_view::workspace work;
        typename critic_view<Networks>::workspace estimate;
        work.prepare();
        estimate.prepare();
        for (auto const step : W::range(horizon)) {
            auto& s = view.samples[step * packs + pack];
            as_function<R>([&] { s.value = values.of(s.observation, estimate); });
            as_function<R>([&] {
                auto const outputs = actor.outputs(first<Networks::observation_size>(s.observation), work);
                R const log_prob = policy.log_prob(outputs, s.action);
                R const change = exp(clamp(log_prob - s.log_prob, R(-20), R(20)));
                s.ratio = clamp(s.ratio * change, R(1 / most_ratio), R(most_ratio));
                s.log_prob = log_prob;
            });
        }
    }
};

}  // namespace lockstep
