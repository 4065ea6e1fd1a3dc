// SPDX-License-Identifier: MIT
// The update of an evolution strategy: the weight of each direction, which follows from its returns, the weighted sum of the
// directions, and the step.
#pragma once

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>

namespace lockstep {

/// The returns of all directions. Each direction has two episodes. W is a world.
template <class W>
struct direction_returns {
    using R = typename W::number;
    using S = typename W::scalar;
    using index = typename W::index;

    index half;                                                    ///< packs of directions
    typename W::template pointer<rollout_sums<R> const> episodes;  ///< [2 half], first those with the perturbation added

    /// Returns the returns of a pack of directions with the perturbation added.
    R plus(index const& pack) const { return episodes[pack].episode_return; }
    /// Returns the returns of a pack of directions with the perturbation subtracted.
    R minus(index const& pack) const { return episodes[pack + half].episode_return; }
    /// Calls f(plus, minus) with scalars for every direction, in order.
    template <class F>
    void for_each(F f) const {
        for (auto const pack : W::range(half)) {
            auto &added = episodes[pack], &taken = episodes[pack + half];
            for (auto const l : W::range(W::width)) {
                f(S(shared_lane(added.episode_return, l)), S(shared_lane(taken.episode_return, l)));
            }
        }
    }
};

/// Computes the weights of augmented random search. The score of a direction is the better of its two returns. If fewer than
/// `top` directions have a higher score, the direction counts: its weight is its plus return less its minus return. Otherwise the
/// weight is 0. Directions that tie for the last place all count. kernel(pack).
template <class W>
struct weigh_top_directions {
    template <class World>
    using in = weigh_top_directions<World>;
    using R = typename W::number;
    using S = typename W::scalar;

    direction_returns<W> returns;
    S top;                                    ///< the number of directions that count
    typename W::template pointer<R> chosen;   ///< [half], 1 if a direction counts, else 0
    typename W::template pointer<R> weights;  ///< [half]

    void operator()(typename W::index const& pack) const {
        R const plus = returns.plus(pack), minus = returns.minus(pack);
        R const mine = max(plus, minus);
        R better(0);
        returns.for_each([&](S const& a, S const& b) { better = better + select(mine < R(max(a, b)), R(1), R(0)); });
        auto const counts = better < R(top);
        chosen[pack] = select(counts, R(1), R(0));
        weights[pack] = select(counts, plus - minus, R(0));
    }
};

/// Computes the factor of augmented random search's step: step_size / (the number of chosen directions * the standard deviation
/// of their returns). A deviation below 1e-6 counts as 1e-6. Writes the factor to `scale`. kernel(0).
template <class W>
struct scale_search_step {
    template <class World>
    using in = scale_search_step<World>;
    using R = typename W::number;
    using S = typename W::scalar;

    direction_returns<W> returns;
    S step_size;                                   ///< alpha of the article
    typename W::template pointer<R const> chosen;  ///< [half], 1 if a direction counts, else 0
    typename W::template pointer<S> scale;         ///< [1]

    void operator()(typename W::index const&) const {
        S const count = sum_of_packs<W>(returns.half, [&](auto const& pack) -> R { return chosen[pack]; });
        S const sum = sum_of_packs<W>(returns.half, [&](auto const& pack) -> R {
            return chosen[pack] * (returns.plus(pack) + returns.minus(pack));
        });
        S const mean = sum / (S(2) * count);
        S const squares = sum_of_packs<W>(returns.half, [&](auto const& pack) -> R {
            R const plus = returns.plus(pack) - R(mean), minus = returns.minus(pack) - R(mean);
            return chosen[pack] * fma(plus, plus, minus * minus);
        });
        S const deviation = max(S(sqrt(squares / (S(2) * count))), S(1e-6f));
        *scale = step_size / (count * deviation);
    }
};

/// Computes the weights of OpenAI's evolution strategies. The weight of a direction is the rank of its plus episode less the rank
/// of its minus episode. Ranks are among all episodes, scaled to [-1/2, 1/2]. Equal returns have equal ranks. kernel(pack).
template <class W>
struct weigh_ranks {
    template <class World>
    using in = weigh_ranks<World>;
    using R = typename W::number;
    using S = typename W::scalar;

    direction_returns<W> returns;
    S per_rank;                               ///< 1 / (episodes - 1)
    typename W::template pointer<R> weights;  ///< [half]

    void operator()(typename W::index const& pack) const {
        R const plus = returns.plus(pack), minus = returns.minus(pack);
        R ranks(0);  // the rank of plus less the rank of minus
        returns.for_each([&](S const& a, S const& b) {
            ranks = ranks + (below(R(a), plus) - below(R(a), minus)) + (below(R(b), plus) - below(R(b), minus));
        });
        weights[pack] = ranks * R(per_rank);
    }

private:
    static R below(R const& other, R const& mine) {
        return select(other < mine, R(1), select(mine < other, R(0), R(0.5)));
    }
};

/// Computes the weighted sum of the directions, for a group of sample_group parameters, and writes it to `sum`. kernel(group).
template <class Network>
struct combine_directions {
    template <class World>
    using in = combine_directions<typename Network::template in<World>>;
    using W = typename Network::W;
    using R = typename W::number;
    using S = typename W::scalar;

    typename W::index half;                            ///< packs of directions
    typename W::template pointer<R const> weights;     ///< [half]
    typename W::template pointer<R const> directions;  ///< [half][padded_count]
    typename W::template pointer<S> sum;               ///< [padded_count]

    void operator()(typename W::index const& group) const {
        for (auto const i : W::range(sample_group)) {
            auto const place = group * sample_group + i;
            sum[place] = ordered_sum_of<W>(half, [&](R& partial, auto const& pack) {
                partial = multiply_add(weights[pack], directions[pack * Network::padded_count + place], partial);
            });
        }
    }
};

/// Adds scale * direction to `parameters`, for a group of sample_group parameters. kernel(group).
template <class W>
struct take_search_step {
    template <class World>
    using in = take_search_step<World>;
    using R = typename W::number;
    using S = typename W::scalar;

    typename W::template pointer<S const> scale, direction;  ///< [1] and [padded_count]
    typename W::template pointer<S> parameters;              ///< [padded_count]

    void operator()(typename W::index const& group) const {
        for (auto const pack : W::range(sample_group / W::width)) {
            auto const i = group * sample_group + pack * W::width;
            store_pack(multiply_add(R(*scale), load_pack<R>(direction + i), load_pack<R>(parameters + i)), parameters + i);
        }
    }
};

/// Takes a step of Adam for sample_group neighbouring parameters. kernel(k) steps those from k * sample_group on.
template <class T>
struct take_adam_step {
    template <class World>
    using in = take_adam_step<number_for_t<World>>;

    adam_step<scalar_t<T>> step;
    pointer_t<T const> gradient;                           ///< [padded_count]
    pointer_t<T> parameters, first_moment, second_moment;  ///< [padded_count] each

    void operator()(index_t<T> const& group) const {
        auto const i = group * sample_group;
        descend<T>(step, index_t<T>(sample_group), gradient + i, parameters + i, first_moment + i, second_moment + i);
    }
};

}  // namespace lockstep
