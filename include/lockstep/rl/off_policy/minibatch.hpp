// SPDX-License-Identifier: MIT
// The minibatch of an update of an off-policy learner: its slices, its samples, their weights and their priorities.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/multiply.hpp>
#include <lockstep/rl/moments.hpp>
#include <lockstep/rl/off_policy/samples.hpp>
#include <lockstep/rl/off_policy/view.hpp>
#include <lockstep/rl/policy/normalizer.hpp>

namespace lockstep {

/// The functions of an update that need samples but no networks.
template <class Config, class Networks, class Samples, template <class> class Progress>
struct off_policy_minibatch : off_policy_view<Config, Networks, Samples, Progress> {
    using view_type = off_policy_view<Config, Networks, Samples, Progress>;
    using typename view_type::W, typename view_type::T, typename view_type::scalar, typename view_type::index,
        typename view_type::measured;
    using flag = typename W::flag;
    using view_type::action_size, view_type::config, view_type::first_moment, view_type::gradient, view_type::importance,
        view_type::leaves, view_type::memory, view_type::number, view_type::observation_moments, view_type::observation_size,
        view_type::parameters, view_type::priorities, view_type::progress, view_type::rate_share, view_type::return_moments,
        view_type::samples, view_type::second_moment, view_type::seed, view_type::steps_made;
    using R = typename W::number;
    using actor = typename Networks::actor;
    static constexpr std::size_t width = row_width<T>;
    static constexpr std::size_t block = Samples::block;
    static constexpr float epsilon = 1e-8f;  ///< of Adam

    /// The leaf of the priority of sample `s`.
    index leaf(index const& s) const { return static_cast<index>(leaves[s]); }
    bool prioritizes() const { return config.priority_exponent > 0.0f; }

    /// The number of slices of a minibatch. All have the same number of groups of samples, or one more, so that threads have
    /// equal work.
    static std::size_t slice_count(std::size_t batch) { return (batch + block - 1) / block; }
    std::size_t slices() const { return slice_count(config.batch); }
    index first_of(index const& slice) const {
        std::size_t const groups = (config.batch + sample_group - 1) / sample_group;
        return min(groups * slice / slices() * sample_group, index(config.batch));
    }
    index samples_of(index const& slice) const { return first_of(slice + 1) - first_of(slice); }
    auto improves_actor() const { return number % static_cast<std::uint32_t>(config.actor_delay) == 0u; }
    auto actor_number() const { return number / static_cast<std::uint32_t>(config.actor_delay); }

    void begin_iteration() const { progress->clear(); }

    /// The weight of each sample: (1 / (n P))^importance for n stored steps of probabilities P, divided by the largest weight of
    /// the minibatch (Schaul et al. 2016, section 3.4).
    void weigh() const {
        scalar const stored = static_cast<scalar>(memory.environments * memory.stored(steps_made));
        scalar largest(0);
        for (auto const slice : W::range(slices())) {
            Samples& of = samples[slice];
            index const first = first_of(slice), count = samples_of(slice);
            for_each_sample(count, [&](index const& s) {
                of.weight[s] = stored * static_cast<scalar>(priorities.priority(leaf(first + s)) / priorities.total());
            });
            for (auto const row : rows_of(count)) {
                store_row(pow(load_row<R>(of.weight + row * width), R(static_cast<scalar>(-importance))),
                          of.weight + row * width);
            }
            W::barrier();
            for (auto const s : W::range(count)) {
                scalar const weight = of.weight[s];
                largest = choose(largest < weight, weight, largest);
            }
        }
        W::barrier();
        for (auto const slice : W::range(slices())) {
            Samples& of = samples[slice];
            for_each_sample(samples_of(slice), [&](index const& s) { of.weight[s] /= largest; });
        }
    }

    /// Sets the priority of each sample by the errors of both critics.
    void prioritize() const {
        measured largest = *priorities.largest;
        for (auto const slice : W::range(slices())) {
            Samples& of = samples[slice];
            alignas(64) array_t<T, block> asked;  // below 0: none
            for (auto const row : rows_of(samples_of(slice))) {
                index const first = row * width;
                R const sum = abs(load_row<R>(of.error[0] + first)) + abs(load_row<R>(of.error[1] + first));
                R const error = fma(R(0.5), sum, R(config.least_priority));
                R const priority = pow(error, R(config.priority_exponent));
                store_row(select(is_finite(error), priority, R(-1)), asked + first);
            }
            W::barrier();
            for (auto const s :
                 W::range(samples_of(slice))) {  // in their order: if two samples are of one step, the last one counts
                measured const priority = static_cast<measured>(scalar(asked[s]));
                when(measured(0) <= priority, [&] {
                    largest = priorities.larger(largest, priority);
                    priorities.sums[priorities.leaves + leaf(first_of(slice) + s)] = priority;
                });
            }
            W::barrier();
        }
        *priorities.largest = largest;
        priorities.add_up_above(config.batch, [&](index const& s) { return leaf(s); });
        auto const is_first = priorities.total() == measured(0) && progress->no_priorities == 0u;
        when(is_first, [&] { progress->no_priorities = number; });
    }

protected:
    R per_sample() const { return R(scalar(1) / scalar(config.batch)); }
    /// Whether the gradient of `slice` is added to the one before. A text always adds: its gradient begins as zeros.
    static bool is_behind([[maybe_unused]] index const& slice) {
        if constexpr (W::is_native) {
            return slice > 0;
        } else {
            return true;
        }
    }
    /// The number of rows of `count` samples.
    static auto rows_of(index const& count) { return rows_of_samples<T>(count); }

    /// Calls body(s) for each of `count` samples, divided among the lanes.
    template <class Body>
    static void for_each_sample(index const& count, Body body) {
        for (auto const row : rows_of(count)) {
            for (auto const l : W::lanes()) {
                index const s = row * width + l;
                when(s < count, [&] { body(s); });
            }
        }
    }

    /// Samples `slice` of the minibatch from the replay buffer: observations are normalised, rewards scaled if the configuration
    /// says so.
    void sample(index const& slice) const {
        when(slice == 0, [&] {  // set here, since it must not change during the launches that follow
            progress->stopped = choose(any_nonfinite(), flag(1u), flag(0u));
        });
        Samples& to = samples[slice];
        auto const normalized = normalizer<observation_size, measured>::from(*observation_moments, config.normalize_observations);
        R const reward_scale = config.scale_rewards ? R(static_cast<scalar>(return_moments->inverse_deviation(0))) : R(1);
        for (auto const row : rows_of(samples_of(slice))) {
            index const first = row * width;
            transitions<observation_size, action_size, T> drawn;
            random<R> draws = stream(slice, first, draw_purpose::replay);
            if (prioritizes()) {
                memory.sample(draws, steps_made, config.n_step, scalar(config.discount), priorities, first_of(slice) + first,
                              config.batch, leaves + (first_of(slice) + first), drawn);
            } else {
                memory.sample(draws, steps_made, config.n_step, scalar(config.discount), drawn);
            }
            place(normalized(rows_at(drawn.observation, 0)), to.observation, first);
            place(normalized(rows_at(drawn.next_observation, 0)), to.next_observation, first);
            place(rows_at(drawn.action, 0), to.action, first);
            store_row(load_row<R>(drawn.reward + 0) * reward_scale, to.reward + first);
            store_row(load_row<R>(drawn.discount + 0), to.discount + first);
        }
    }

    /// A step of Adam, number `step`, for `count` parameters from `begin` on.
    void descend(index const& begin, index const& count, float rate, float beta1, typename W::flag const& step) const {
        auto const learning_rate = static_cast<scalar>(rate_share * measured(rate));
        lockstep::descend<T>(adam_step_of<scalar>({.beta1 = beta1, .epsilon = epsilon}, learning_rate, static_cast<scalar>(step), scalar(1)),
                             count, gradient + begin, parameters + begin, first_moment + begin, second_moment + begin);
    }

    auto any_nonfinite() const {
        auto const& n = progress->nonfinite;
        return n[0] != 0u || n[1] != 0u || n[2] != 0u;
    }

    /// The random numbers of the row of samples that begins at `first` of `slice`, for one purpose in this update.
    random<R> stream(index const& slice, index const& first, std::uint32_t purpose) const {
        return {seed, environment_index<R>((first_of(slice) + first) / width), constant_words<R>(number), purpose};
    }

    template <std::size_t N, std::size_t Block>
    static vector<R, N> rows_at(feature_rows<T, N, Block> const& from, index const& first) {
        vector<R, N> result;
        for (std::size_t i = 0; i < N; ++i) {
            result[i] = load_row<R>(from[i] + first);
        }
        return result;
    }

    template <std::size_t N>
    static void place(vector<R, N> const& from, feature_rows<T, N, block>& to, index const& first) {
        for (std::size_t i = 0; i < N; ++i) {
            store_row(from[i], to[i] + first);
        }
    }
};

}  // namespace lockstep
