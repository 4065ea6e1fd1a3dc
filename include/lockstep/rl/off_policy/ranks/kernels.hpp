// SPDX-License-Identifier: MIT
// The kernels of a rank in an update. Some add the rank's own slices of the minibatch to the sums over the slices before. All
// ranks run the others, which use the sums over all slices.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/mlp/gradient_rows.hpp>
#include <lockstep/rl/off_policy/critics.hpp>

namespace lockstep {

/// The slices of a rank. `count` is at least 1.
template <class Index>
struct rank_slices {
    Index first, count;
};

/// Adds rows [begin, end) of a network's gradient for the slices `of` to the numbers at `to`. With `begins` the sum begins here:
/// the numbers at `to` are replaced. workspace(slice) returns the network's workspace of a slice.
template <class Network, class View, class Workspace>
void add_gradient(View const& view, rank_slices<typename View::index> const& of, bool begins, typename View::index const& begin,
                  typename View::index const& end, typename View::template pointer<typename View::scalar> const& to,
                  Workspace workspace) {
    gradient_of_rows<Network>(workspace(of.first), view.samples_of(of.first), to, !begins, begin, end);
    for (auto const n : View::W::range(of.count - 1)) {
        typename View::index const slice = of.first + n + 1;
        gradient_of_rows<Network>(workspace(slice), view.samples_of(slice), to, true, begin, end);
    }
}

inline constexpr std::size_t gradient_rows_together = 12;  ///< rows that a pack of a kernel adds: two tiles of a product

/// The rows [begin, end) of a gradient that kernel(k) adds, if a kernel adds the rows [first_row, end_row).
template <class Index>
struct gradient_rows_of {
    Index begin, end;
    gradient_rows_of(Index const& k, Index const& first_row, Index const& end_row)
        : begin(first_row + k * gradient_rows_together), end(min(begin + gradient_rows_together, end_row)) {}
};

/// Adds a rank's slices to rows of a critic's gradient. kernel(k) adds to at most 12 rows, from first_row + 12 k on.
template <class Update>
struct off_policy_add_critic_gradient {
    template <class World>
    using in = off_policy_add_critic_gradient<typename Update::template in<World>>;
    using view_type = typename Update::view_type;
    using networks = typename Update::networks;
    using index = typename Update::index;
    static constexpr bool has_team = true;

    Update update;
    rank_slices<index> of;
    typename Update::W::template constant<bool> begins;
    index critic, first_row, end_row;

    void operator()(index const& k) const {
        view_type const& view = update.view;
        if (leaves(view.progress->stopped != 0u)) {
            return;
        }
        gradient_rows_of<index> const rows(k, first_row, end_row);
        add_gradient<typename networks::critic>(
            view, of, begins, rows.begin, rows.end,
            view.gradient + networks::critic_begin(critic), [&](index const& slice) -> auto& {
                return view.passes[critic * view.slices() + slice].work;
            });
    }
};

/// The same for the actor.
template <class Update>
struct off_policy_add_actor_gradient {
    template <class World>
    using in = off_policy_add_actor_gradient<typename Update::template in<World>>;
    using view_type = typename Update::view_type;
    using index = typename Update::index;
    static constexpr bool has_team = true;

    Update update;
    rank_slices<index> of;
    typename Update::W::template constant<bool> begins;
    index first_row, end_row;

    void operator()(index const& k) const {
        view_type const& view = update.view;
        gradient_rows_of<index> const rows(k, first_row, end_row);
        add_gradient<typename Update::networks::actor>(view, of, begins, rows.begin, rows.end, view.gradient + 0,
                                                       [&](index const& slice) -> auto& { return view.samples[slice].policy; });
    }
};

/// Adds a rank's slices to the sums of a critic's loss. kernel(critic).
template <class Update>
struct off_policy_add_critic_sums {
    template <class World>
    using in = off_policy_add_critic_sums<typename Update::template in<World>>;
    using index = typename Update::index;
    using sums_type = regression_sums<typename Update::scalar>;

    Update update;
    rank_slices<index> of;
    typename Update::W::template pointer<typename Update::scalar> sums;  ///< [critic][loss, value, outside]

    void operator()(index const& i) const {
        sums_type total{sums[3 * i], sums[3 * i + 1], sums[3 * i + 2]};
        for (auto const n : Update::W::range(of.count)) {
            index const slice = of.first + n;
            total = update.view.passes[i * update.view.slices() + slice].record.added_to(total, update.view.samples_of(slice));
        }
        sums[3 * i] = total.loss;
        sums[3 * i + 1] = total.value;
        sums[3 * i + 2] = total.outside;
    }
};

/// Does what off_policy_check_critic does, from the sums over all slices. kernel(critic).
template <class Update>
struct off_policy_check_critic_sums {
    template <class World>
    using in = off_policy_check_critic_sums<typename Update::template in<World>>;
    using index = typename Update::index;

    Update update;
    typename Update::W::template pointer<typename Update::scalar> sums;  ///< [critic][loss, value, outside]

    void operator()(index const& i) const {
        using sums_type = regression_sums<typename Update::scalar>;
        update.critics().check_then(i, [&] { return sums_type{sums[3 * i], sums[3 * i + 1], sums[3 * i + 2]}; }, [] {});
    }
};

/// Adds a rank's slices to the sums of the actor's loss. kernel(0).
template <class Update>
struct off_policy_add_actor_sums {
    template <class World>
    using in = off_policy_add_actor_sums<typename Update::template in<World>>;
    using index = typename Update::index;

    Update update;
    rank_slices<index> of;
    typename Update::W::template pointer<typename Update::scalar> sums;  ///< [numbers of Update::no_actor_sums()]

    void operator()(index const&) const {
        auto total = sums_at(sums);
        for (auto const n : Update::W::range(of.count)) {
            total = update.add_actor_sums(total, of.first + n);
        }
        for (std::size_t k = 0; k < total.size(); ++k) {
            sums[k] = total[k];
        }
    }
    static auto sums_at(typename Update::W::template pointer<typename Update::scalar> const& from) {
        auto total = Update::no_actor_sums();
        for (std::size_t k = 0; k < total.size(); ++k) {
            total[k] = from[k];
        }
        return total;
    }
};

/// Does what off_policy_improve_actor does, from the sums over all slices. kernel(0).
template <class Update>
struct off_policy_improve_actor_by_sums {
    template <class World>
    using in = off_policy_improve_actor_by_sums<typename Update::template in<World>>;
    static constexpr bool has_team = true;

    Update update;
    typename Update::W::template pointer<typename Update::scalar> sums;  ///< [numbers of Update::no_actor_sums()]

    void operator()(typename Update::index const&) const {
        update.improve_actor(off_policy_add_actor_sums<Update>::sums_at(sums));
    }
};

/// Calls note_stop() on ranks that do not have slice 0. On the rank that has slice 0, off_policy_sample calls it. kernel(0).
template <class Update>
struct off_policy_note_stop {
    template <class World>
    using in = off_policy_note_stop<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const&) const { update.minibatch().note_stop(); }
};

}  // namespace lockstep
