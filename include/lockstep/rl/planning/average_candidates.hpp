// SPDX-License-Identifier: MIT
// Computes, from the returns of a planner's candidates, their weights, and the mean and the deviation of the weighted sequences.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/rl/planning/candidates.hpp>
#include <lockstep/rl/planning/view.hpp>

namespace lockstep {

/// Computes MPPI's weight of each candidate from the returns, and writes the summary of the returns. A candidate with
/// broken_return gets the weight 0. kernel(0).
template <class W>
struct weigh_candidates {
    template <class World>
    using in = weigh_candidates<World>;
    using R = typename W::number;
    using S = typename W::scalar;

    planning_view<W> view;
    typename W::index packs;
    S candidates;
    S temperature;
    typename W::template constant<bool> relative;  ///< true: the temperature is in standard deviations of the returns

    void operator()(typename W::index const&) const {
        S best(broken_return);
        for (auto const pack : W::range(packs)) {
            for (auto const l : W::range(W::width)) {
                best = max(best, S(shared_lane(view.returns[pack], l)));
            }
        }
        auto const whole = [&](auto const& pack) { return R(0.5f * broken_return) < R(view.returns[pack]); };
        S const count = sum_of_packs<W>(packs, [&](auto const& pack) -> R { return select(whole(pack), R(1), R(0)); });
        S const per_candidate = S(1) / max(count, S(1));
        S const mean = per_candidate * sum_of_packs<W>(packs, [&](auto const& pack) -> R {
            return select(whole(pack), R(view.returns[pack]), R(0));
        });
        S lambda = temperature;
        if (relative) {
            S const squares = sum_of_packs<W>(packs, [&](auto const& pack) -> R {
                R const from_mean = select(whole(pack), R(view.returns[pack]) - R(mean), R(0));
                return from_mean * from_mean;
            });
            lambda = temperature * sqrt(squares * per_candidate);
        }
        // If the temperature is relative and all returns are equal, lambda is 0 and all weights are 1.
        S const per_return = S(1) / max(lambda, S(1e-30f));
        for (auto const pack : W::range(packs)) {
            R const exponent = max((R(view.returns[pack]) - R(best)) * R(per_return), R(-80));
            view.weights[pack] = select(whole(pack), exp(exponent), R(0));
        }
        view.summary->best_return = best;
        view.summary->mean_return = mean;
        view.summary->broken = candidates - count;
    }
};

/// Gives the `elites` candidates with the best returns the weight 1, and all other candidates 0. A candidate with broken_return
/// gets 0 in any case. Copies the `kept` best candidates to `kept_sequences`, for the next iteration. Of two candidates with
/// equal returns, the one with the lower index counts as the better. kernel(pack).
template <std::size_t Actions, class W>
struct choose_elites {
    template <class World>
    using in = choose_elites<Actions, World>;
    using R = typename W::number;
    using S = typename W::scalar;
    using index = typename W::index;

    planning_view<W> view;
    index packs, horizon;
    S elites, kept;

    void operator()(index const& pack) const {
        R const mine = view.returns[pack], number = view.numbers[pack];
        R better(0);
        for (auto const other : W::range(packs)) {
            for (auto const l : W::range(W::width)) {
                R const theirs(shared_lane(view.returns[other], l)), first(shared_lane(view.numbers[other], l));
                R const before_me = select(first < number, R(1), R(0));
                better = better + select(mine < theirs, R(1), select(theirs < mine, R(0), before_me));
            }
        }
        auto const whole = R(0.5f * broken_return) < mine;
        view.weights[pack] = select(whole, select(better < R(elites), R(1), R(0)), R(0));
        for (auto const place : W::range(horizon * Actions)) {
            R const action = view.sequences[pack * horizon * Actions + place];
            for (auto const l : W::lanes()) {
                when(lane_of(better, l) < kept, [&] {
                    index const slot = static_cast<index>(lane_of(better, l)) + 1;  // slot 0 is the mean
                    index const kept_pack = slot / W::width * horizon * Actions + place;
                    view.kept_sequences[kept_pack * W::width + slot % W::width] = lane_of(action, l);
                });
            }
        }
    }
};

/// Computes the weighted mean, over all candidates, of one component of the action of one step, and mixes it into `mean`. If
/// `adapts` is true, does the same with the deviation from that mean, and raises `deviation` to least_deviation if it is below.
/// If all weights are 0, nothing is mixed. kernel(place), where `place` is step * components of an action + component.
template <class W>
struct average_candidates {
    template <class World>
    using in = average_candidates<World>;
    using R = typename W::number;
    using S = typename W::scalar;

    planning_view<W> view;
    typename W::index packs, places;  ///< packs of candidates; horizon * components of an action
    S momentum;                       ///< the share of the old mean and deviation
    S least_deviation;
    typename W::template constant<bool> adapts;  ///< true: the deviation changes too

    void operator()(typename W::index const& place) const {
        S const weight = sum_of_packs<W>(packs, [&](auto const& pack) -> R { return view.weights[pack]; });
        S const per_weight = S(1) / max(weight, S(1e-30f));
        S const centre = per_weight * ordered_sum_of<W>(packs, [&](R& partial, auto const& pack) {
                             partial = multiply_add(view.weights[pack], view.sequences[pack * places + place], partial);
                         });
        auto const moved = [&](S const& old, S const& fitted) {
            return choose(S(0) < weight, S(momentum * old + (S(1) - momentum) * fitted), old);
        };
        view.mean[place] = moved(S(view.mean[place]), centre);
        if (adapts) {
            S const variance = per_weight * ordered_sum_of<W>(packs, [&](R& partial, auto const& pack) {
                                   R const from_mean = view.sequences[pack * places + place] - R(centre);
                                   partial = multiply_add(view.weights[pack] * from_mean, from_mean, partial);
                               });
            view.deviation[place] = max(moved(S(view.deviation[place]), S(sqrt(variance))), least_deviation);
        }
    }
};

}  // namespace lockstep
