// SPDX-License-Identifier: MIT
// What one iteration of an evolution strategy sends to the host, and the kernel that computes this at the end of the iteration.
#pragma once

#include <cstddef>

#include <lockstep/core/float_pair.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>

namespace lockstep {

template <class S = float>
struct evolution_summary {
    rollout_sums<S> ended;  ///< sums over all episodes of the iteration
    S best_return, return_deviation;
    S steps_high, steps_low;  ///< of all episodes together, as a float_pair
};

/// Ends an iteration: writes the sums over its episodes to `summary`, and merges the sums of their observations into
/// `observation_moments`. kernel(0).
template <std::size_t N, class W>
struct summarize_evolution {
    template <class World>
    using in = summarize_evolution<N, World>;
    using S = typename W::scalar;
    using R = typename W::number;
    template <class Value>
    using pointer = typename W::template pointer<Value>;

    typename W::index packs;                            ///< of episodes
    S per_episode;                                      ///< 1 / the number of episodes
    pointer<rollout_sums<R> const> episodes;            ///< [packs]
    pointer<moment_sums<R, N> const> observation_sums;  ///< [packs]
    pointer<moments<N, S>> observation_moments;         ///< [1]
    pointer<evolution_summary<S>> summary;              ///< [1]

    void operator()(typename W::index const&) const {
        basic_float_pair<S> steps(S(0));
        S best(-3e38f);
        for (auto const pack : W::range(packs)) {
            auto& of_pack = episodes[pack];
            for (auto const l : W::range(W::width)) {
                steps = steps + shared_lane(of_pack.episode_length, l);
                best = max(best, S(shared_lane(of_pack.episode_return, l)));
            }
        }
        observation_moments->template merge<W>(observation_sums, packs, steps);
        summary->ended = total<W>(episodes, packs);
        summary->best_return = best;
        S const mean = summary->ended.episode_return * per_episode;
        S const squares = ordered_sum_of<W>(packs, [&](R& partial, auto const& pack) {
            R const from_mean = episodes[pack].episode_return - R(mean);
            partial = fma(from_mean, from_mean, partial);
        });
        summary->return_deviation = sqrt(squares * per_episode);
        summary->steps_high = steps.high;
        summary->steps_low = steps.low;
    }
};

}  // namespace lockstep
