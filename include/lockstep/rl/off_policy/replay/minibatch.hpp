// SPDX-License-Identifier: MIT
// The minibatch of an update of an off-policy learner: its samples, their weights and their priorities.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/off_policy/replay_buffer.hpp>
#include <lockstep/rl/off_policy/samples.hpp>
#include <lockstep/rl/policy/normalizer.hpp>

namespace lockstep {

/// What an update does with its samples before and after the networks use them. View is an off_policy_view.
template <class View>
struct off_policy_minibatch {
    using W = typename View::W;
    using T = typename View::T;
    using R = typename View::R;
    using scalar = typename View::scalar;
    using index = typename View::index;
    using flag = typename View::flag;
    using measured = typename View::measured;
    using samples_type = typename View::samples_type;
    static constexpr std::size_t observation_size = View::observation_size, action_size = View::action_size;
    static constexpr std::size_t width = View::width;

    View const& view;

    /// Returns the leaf of the priority tree for sample `s` of the minibatch.
    index leaf(index const& s) const { return static_cast<index>(view.leaves[s]); }

    /// Records in view.progress->stopped whether the loss of an earlier update was not finite. If so, this update is not made
    /// either. Call it before the samples of the update are drawn, because `stopped` must not change during the launches
    /// that follow.
    void note_stop() const { view.progress->stopped = choose(view.any_nonfinite(), flag(1u), flag(0u)); }

    /// Draws the samples of `slice` from the replay buffer and writes them to view.samples[slice]. Observations are normalised
    /// and rewards are scaled if the configuration says so.
    void sample(index const& slice) const {
        samples_type& to = view.samples[slice];
        auto const normalized =
            normalizer<observation_size, measured>::from(*view.observation_moments, view.config.normalize_observations);
        R const reward_scale =
            view.config.scale_rewards ? R(static_cast<scalar>(view.return_moments->inverse_deviation(0))) : R(1);
        scalar const discount(view.config.discount);
        for (auto const pack : packs_of_samples<T>(view.samples_of(slice))) {
            index const first = pack * width;
            transitions<observation_size, action_size, T> drawn;
            random<R> draws = view.stream(slice, first, draw_purpose::replay);
            if (view.prioritizes()) {
                view.memory.sample(draws, view.steps_made, view.config.n_step, discount, view.priorities,
                                   view.first_of(slice) + first, view.config.batch, view.leaves + (view.first_of(slice) + first),
                                   drawn);
            } else {
                view.memory.sample(draws, view.steps_made, view.config.n_step, discount, drawn);
            }
            place(normalized(packs_at(drawn.observation, 0)), to.observation, first);
            place(normalized(packs_at(drawn.next_observation, 0)), to.next_observation, first);
            place(packs_at(drawn.action, 0), to.action, first);
            store_pack(load_pack<R>(drawn.reward + 0) * reward_scale, to.reward + first);
            store_pack(load_pack<R>(drawn.discount + 0), to.discount + first);
        }
    }

    /// Writes the weight of each sample: (1 / (n P))^importance, divided by the largest weight of the minibatch. n is the number
    /// of stored steps, and P is the probability of the sample's step (Schaul et al. 2016, section 3.4).
    void weigh() const {
        scalar const stored = static_cast<scalar>(view.memory.environments * view.memory.stored(view.steps_made));
        scalar largest(0);
        for (auto const slice : W::range(view.slices())) {
            samples_type& of = view.samples[slice];
            index const first = view.first_of(slice), count = view.samples_of(slice);
            for_each_sample<T>(count, [&](index const& s) {
                of.weight[s] = stored * static_cast<scalar>(view.priorities.priority(leaf(first + s)) / view.priorities.total());
            });
            for (auto const pack : packs_of_samples<T>(count)) {
                store_pack(pow(load_pack<R>(of.weight + pack * width), R(static_cast<scalar>(-view.importance))),
                           of.weight + pack * width);
            }
            W::barrier();
            for (auto const s : W::range(count)) {
                scalar const weight = of.weight[s];
                largest = choose(largest < weight, weight, largest);
            }
        }
        W::barrier();
        for (auto const slice : W::range(view.slices())) {
            samples_type& of = view.samples[slice];
            for_each_sample<T>(view.samples_of(slice), [&](index const& s) { of.weight[s] /= largest; });
        }
    }

    /// Sets the priority of each sample's step to (e + least_priority)^priority_exponent, where e is the mean of both critics'
    /// absolute errors. A step whose error is not finite keeps its priority. If all priorities are 0 afterwards, records this
    /// update in view.progress->no_priorities, unless an earlier one is recorded there.
    void prioritize() const {
        measured largest = *view.priorities.largest;
        for (auto const slice : W::range(view.slices())) {
            samples_type& of = view.samples[slice];
            alignas(64) array_t<T, View::block> asked;  // below 0: keep the old priority
            for (auto const pack : packs_of_samples<T>(view.samples_of(slice))) {
                index const first = pack * width;
                R const sum = abs(load_pack<R>(of.error[0] + first)) + abs(load_pack<R>(of.error[1] + first));
                R const error = fma(R(0.5), sum, R(view.config.least_priority));
                R const priority = pow(error, R(view.config.priority_exponent));
                store_pack(select(is_finite(error), priority, R(-1)), asked + first);
            }
            W::barrier();
            for (auto const s :
                 W::range(view.samples_of(slice))) {  // in their order: if two samples are of one step, the last one counts
                measured const priority = static_cast<measured>(scalar(asked[s]));
                when(measured(0) <= priority, [&] {
                    largest = view.priorities.larger(largest, priority);
                    view.priorities.sums[view.priorities.leaves + leaf(view.first_of(slice) + s)] = priority;
                });
            }
            W::barrier();
        }
        *view.priorities.largest = largest;
        view.priorities.add_up_above(view.config.batch, [&](index const& s) { return leaf(s); });
        auto const is_first = view.priorities.total() == measured(0) && view.progress->no_priorities == 0u;
        when(is_first, [&] { view.progress->no_priorities = view.number; });
    }
};

}  // namespace lockstep
