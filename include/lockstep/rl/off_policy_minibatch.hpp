// SPDX-License-Identifier: MIT
// The minibatch of an update of an off-policy learner: where it is cut, how it is drawn, weighed and given priorities.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/nn/multiply.hpp>
#include <lockstep/rl/moments.hpp>
#include <lockstep/rl/normalizer.hpp>
#include <lockstep/rl/off_policy_samples.hpp>
#include <lockstep/rl/priority_tree.hpp>
#include <lockstep/rl/replay_buffer.hpp>

namespace lockstep {

/// Sums over the updates of an iteration, of means over the minibatch.
struct off_policy_progress {
    float critic_loss[2];     ///< half the squared error, or the cross entropy of a categorical critic
    float value[2];           ///< of what was sampled
    float outside[2] = {};    ///< the share of targets that a categorical critic's support does not hold
    float policy_loss;
    float no_priorities = 0;  ///< the first update after which all were 0; 0: none
    float nonfinite[3] = {};  ///< the update whose loss was not finite, of each critic and the actor; 0: none. It was not made
    float stopped = 0;        ///< 1 after such an update: no other is made
};

/// All that an update works on, and what its kernels do with samples alone.
template <class Config, class Networks, class Samples, class Progress>
struct off_policy_minibatch {
    using networks = Networks;
    using config_type = Config;
    using samples_type = Samples;
    using progress_type = Progress;
    using T = typename Networks::number;
    using R = native_row<T>;
    using actor = typename Networks::actor;
    static constexpr std::size_t width = row_width<T>;
    static constexpr std::size_t block = Samples::block;
    static constexpr std::size_t observation_size = Networks::observation_size;
    static constexpr std::size_t action_size = Networks::action_size;
    static constexpr float epsilon = 1e-8f;                                ///< of Adam
    static constexpr std::uint32_t replay = 3, next_noise = 4, noise = 5;  ///< purposes of random numbers

    Config config;
    std::uint32_t number;  ///< of this update, from 1
    std::size_t made;      ///< steps each environment has made
    replay_view<observation_size, action_size, T> memory;
    moments<observation_size> const* observation_moments;

    T* parameters;         ///< [Networks::parameter_count]
    T* derived;
    T* first_moment;
    T* second_moment;
    T* gradient;
    T* targets;            ///< [Networks::target_count]
    T* batches;            ///< [Networks::batches_size(batch)]
    Samples* samples;      ///< [parts]
    Progress* progress;
    moments<1> const* return_moments = nullptr;  ///< that rewards are scaled by, if they are
    priority_tree priorities = {};               ///< without leaves where samples are drawn alike
    float importance = 0;                        ///< exponent of the weights
    float rate_share = 1;                        ///< of every learning rate

    bool prioritizes() const { return priorities.leaves > 0; }

    /// Parts of as many groups of samples, or one more, so that threads have as much to do.
    static std::size_t parts_of(std::size_t batch) { return (batch + block - 1) / block; }
    std::size_t parts() const { return parts_of(config.batch); }
    std::size_t first_of(std::size_t p) const {
        std::size_t const groups = (config.batch + sample_group - 1) / sample_group;
        return std::min(groups * p / parts() * sample_group, config.batch);
    }
    std::size_t samples_of(std::size_t p) const { return first_of(p + 1) - first_of(p); }
    bool improves_actor() const { return number % config.actor_delay == 0; }
    std::uint32_t actor_number() const { return number / static_cast<std::uint32_t>(config.actor_delay); }

    void begin_iteration() const { *progress = {}; }

    /// How much each sample counts: (1 / (n P))^importance over n stored steps of probabilities P, over the largest of the
    /// minibatch (Schaul et al. 2016, section 3.4).
    void weigh() const {
        T const stored = static_cast<T>(memory.environments * memory.stored(made));
        T largest = 0;
        for (std::size_t p = 0; p < parts(); ++p) {
            Samples& of = samples[p];
            std::size_t const count = samples_of(p);
            for (std::size_t s = 0; s < count; ++s) {
                of.weight[s] = stored * static_cast<T>(priorities.priority(of.leaf[s]) / priorities.total());
            }
            for (std::size_t first = 0; first < count; first += width) {
                store_row(pow(load_row<R>(of.weight + first), R(-importance)), of.weight + first);
            }
            for (std::size_t s = 0; s < count; ++s) {
                largest = std::max(largest, of.weight[s]);
            }
        }
        for (std::size_t p = 0; p < parts(); ++p) {
            for (std::size_t s = 0; s < samples_of(p); ++s) {
                samples[p].weight[s] /= largest;
            }
        }
    }

    /// Gives each sample the priority that its errors in both critics ask for.
    void prioritize() const {
        for (std::size_t p = 0; p < parts(); ++p) {
            Samples const& of = samples[p];
            for (std::size_t first = 0; first < samples_of(p); first += width) {
                R const sum = abs(load_row<R>(of.error[0] + first)) + abs(load_row<R>(of.error[1] + first));
                R const error = fma(R(0.5), sum, R(config.least_priority));
                R const priority = pow(error, R(config.priority_exponent));
                for (std::size_t l = 0; l < width && first + l < samples_of(p); ++l) {
                    if (is_finite(lane(error, l))) {
                        priorities.set(of.leaf[first + l], static_cast<float>(lane(priority, l)));
                    }
                }
            }
        }
        if (priorities.total() == 0.0f && progress->no_priorities == 0.0f) {
            progress->no_priorities = static_cast<float>(number);
        }
    }

protected:
    R per_sample() const { return R(T(1) / static_cast<T>(config.batch)); }

    /// Draws part `p` of the minibatch.
    void draw(std::size_t p) const {
        if (p == 0) {  // said here for the launches that follow, where it does not change
            progress->stopped = any_nonfinite() ? 1.0f : 0.0f;
        }
        Samples& to = samples[p];
        auto const normalized = normalizer<observation_size>::from(*observation_moments, config.normalize_observations);
        R const reward_scale(config.scale_rewards ? static_cast<T>(return_moments->inverse_deviation(0)) : T(1));
        for (std::size_t first = 0, count = samples_of(p); first < count; first += width) {
            transitions<observation_size, action_size, T> drawn;
            random<R> draws = stream(p, first, replay);
            if (prioritizes()) {
                memory.sample(draws, made, config.n_step, config.discount, priorities, first_of(p) + first, config.batch,
                              to.leaf + first, drawn);
            } else {
                memory.sample(draws, made, config.n_step, config.discount, drawn);
            }
            place(normalized(rows_at(drawn.observation, 0)), to.observation, first);
            place(normalized(rows_at(drawn.next_observation, 0)), to.next_observation, first);
            place(rows_at(drawn.action, 0), to.action, first);
            store_row(load_row<R>(drawn.reward) * reward_scale, to.reward + first);
            store_row(load_row<R>(drawn.discount), to.discount + first);
        }
    }

    /// A step of Adam, number `step`, for `count` parameters from `begin` on.
    void descend(std::size_t begin, std::size_t count, float rate, float beta1, std::uint32_t step) const {
        adam_update({.learning_rate = rate_share * rate, .beta1 = beta1, .epsilon = epsilon}, step, 1, count, gradient + begin,
                    parameters + begin, first_moment + begin, second_moment + begin);
    }

    bool any_nonfinite() const {
        return std::any_of(progress->nonfinite, progress->nonfinite + 3, [](float n) { return n != 0.0f; });
    }

    /// The random numbers of the row of samples that begins at `first` of part `p`, for one purpose in this update.
    random<R> stream(std::size_t p, std::size_t first, std::uint32_t purpose) const {
        auto const sample = static_cast<std::uint32_t>(first_of(p) + first);
        return {config.seed, consecutive_words<R>(sample), constant_words<R>(number), purpose};
    }

    template <std::size_t N, std::size_t Stride>
    static vector<R, N> rows_at(T const (&from)[N][Stride], std::size_t first) {
        vector<R, N> result;
        for (std::size_t i = 0; i < N; ++i) {
            result[i] = load_row<R>(from[i] + first);
        }
        return result;
    }

    template <std::size_t N>
    static void place(vector<R, N> const& from, T (&to)[N][block], std::size_t first) {
        for (std::size_t i = 0; i < N; ++i) {
            store_row(from[i], to[i] + first);
        }
    }
};

}  // namespace lockstep
