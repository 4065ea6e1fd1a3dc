// SPDX-License-Identifier: MIT
// An update of an off-policy learner with twin critics, as kernels over the parts of a minibatch and over the two critics:
// all of it but what the policy does and how it is improved (sac_update, td3_update).
//
// A critic, its target and its optimiser are worked on by one thread, which keeps them in its cache; only actions, values
// and their gradients cross. Parts are added in their order, so results are the same to the bit for any number of threads.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/moments.hpp>
#include <lockstep/rl/normalizer.hpp>
#include <lockstep/rl/off_policy_samples.hpp>
#include <lockstep/rl/priority_tree.hpp>
#include <lockstep/rl/replay_buffer.hpp>

namespace lockstep {

/// Sums over the updates of an iteration, of means over the minibatch.
struct off_policy_progress {
    float critic_loss[2];  ///< half the squared error
    float value[2];        ///< of what was sampled
    float policy_loss;
    float no_priorities;   ///< the first update after which all were 0; 0: none
    float nonfinite[3];    ///< the update whose loss was not finite, for each critic and the actor; 0: none. It was not made
    float stopped;         ///< 1 after such an update: no other is made
};

template <class Config, class Networks, class Samples = off_policy_samples<Networks>, class Progress = off_policy_progress>
struct off_policy_update {
    using networks = Networks;
    using config_type = Config;
    using samples_type = Samples;
    using progress_type = Progress;
    using T = typename Networks::number;
    using R = native_row<T>;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    static constexpr std::size_t width = row_width<T>;
    static constexpr std::size_t block = Samples::block;
    static constexpr std::size_t observation_size = Networks::observation_size;
    static constexpr std::size_t action_size = Networks::action_size;
    static constexpr float epsilon = 1e-8f;                                ///< of Adam
    static constexpr std::uint32_t replay = 3, next_noise = 4, noise = 5;  ///< purposes of random numbers
    using critic_workspace = typename critic::template workspace<block>;

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
    Samples* samples;      ///< [parts]
    Progress* progress;
    moments<1> const* return_moments = nullptr;  ///< that rewards are scaled by, if they are
    priority_tree priorities = {};               ///< without leaves where samples are drawn alike
    float importance = 0;                        ///< exponent of the weights

    bool prioritizes() const { return priorities.leaves > 0; }

    /// Parts of as many rows, or one more, so that threads have as much to do.
    static std::size_t parts_of(std::size_t batch) { return (batch + block - 1) / block; }
    std::size_t parts() const { return parts_of(config.batch); }
    std::size_t first_of(std::size_t p) const {
        std::size_t const rows = (config.batch + width - 1) / width;
        return std::min(rows * p / parts() * width, config.batch);
    }
    std::size_t samples_of(std::size_t p) const { return first_of(p + 1) - first_of(p); }
    bool improves_actor() const { return number % config.actor_delay == 0; }
    std::uint32_t actor_number() const { return number / static_cast<std::uint32_t>(config.actor_delay); }

    void begin_iteration() const { *progress = {}; }

    /// The value of each next action by the target of critic `i`.
    void estimate_targets(std::size_t i) const {
        critic_workspace work;
        work.prepare();
        for (std::size_t p = 0; p < parts(); ++p) {
            Samples& batch = samples[p];
            place_pair(batch.next_observation, batch.next_action, work);
            critic::forward(targets + i * critic::parameter_count, nullptr, work, samples_of(p));
            std::copy_n(work.outputs, block, batch.target_value[i]);
        }
    }

    /// How much each sample counts: (1 / (n P))^importance over n stored steps of probabilities P, over the largest of the
    /// minibatch (Schaul et al. 2016, section 3.4).
    void weigh() const {
        T const stored = static_cast<T>(memory.environments * memory.stored(made));
        T largest = 0;
        for (std::size_t p = 0; p < parts(); ++p) {
            for (std::size_t s = 0; s < samples_of(p); ++s) {
                T const probability = static_cast<T>(priorities.priority(samples[p].leaf[s]) / priorities.total());
                samples[p].weight[s] = std::pow(stored * probability, -static_cast<T>(importance));
                largest = std::max(largest, samples[p].weight[s]);
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
            for (std::size_t s = 0; s < samples_of(p); ++s) {
                T const error = T(0.5) * (std::abs(samples[p].error[0][s]) + std::abs(samples[p].error[1][s]));
                float const priority = std::pow(static_cast<float>(error) + config.least_priority, config.priority_exponent);
                if (std::isfinite(priority)) {
                    priorities.set(samples[p].leaf[s], priority);
                }
            }
        }
        if (priorities.total() == 0.0f && progress->no_priorities == 0.0f) {
            progress->no_priorities = static_cast<float>(number);
        }
    }

    /// Half `h` of the rows of the actor's gradient, over all parts.
    void gather_actor(std::size_t h) const {
        std::size_t const begin = h * actor::gradient_rows / 2;
        std::size_t const end = (h + 1) * actor::gradient_rows / 2;
        for (std::size_t p = 0; p < parts(); ++p) {
            actor::gradient(samples[p].policy, samples_of(p), gradient, p > 0, begin, end);
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
        auto const normalized = config.normalize_observations ? normalizer<observation_size>::from(*observation_moments)
                                                              : normalizer<observation_size>::identity();
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

    /// A step of critic `i` towards the reward and the smaller of both targets (eq. 10 of Fujimoto et al. 2018).
    void improve_critic(std::size_t i, critic_workspace& work) const {
        if (progress->stopped != 0.0f) {
            return;
        }
        std::size_t const begin = Networks::critic_begin(i);
        T const* const weights = parameters + begin;
        T* const transposed = derived + Networks::critic_derived(i);
        T loss = 0;
        T value = 0;
        for (std::size_t p = 0; p < parts(); ++p) {
            Samples& batch = samples[p];
            std::size_t const count = samples_of(p);
            place_pair(batch.observation, batch.action, work);
            critic::forward(weights, transposed, work, count);
            for (std::size_t first = 0; first < count; first += width) {
                R const next = min(load_row<R>(batch.target_value[0] + first), load_row<R>(batch.target_value[1] + first));
                R const target = fma(load_row<R>(batch.discount + first), next, load_row<R>(batch.reward + first));
                R const error = load_row<R>(work.outputs + first) - target;
                R const weight = prioritizes() ? load_row<R>(batch.weight + first) : R(1);
                if (prioritizes()) {
                    store_row(error, batch.error[i] + first);
                }
                store_row(error * weight * per_sample(), work.output_gradients + first);
            }
            for (std::size_t s = 0; s < count; ++s) {
                T const weighted = work.output_gradients[s] * static_cast<T>(config.batch);
                loss += T(0.5) * weighted * (prioritizes() ? batch.error[i][s] : weighted);
                value += work.outputs[s];
            }
            critic::backward(weights, transposed, work, count);
            critic::gradient(work, count, gradient + begin, p > 0);
        }
        if (!is_finite(loss)) {
            progress->nonfinite[i] = static_cast<float>(number);
            return;
        }
        descend(begin, critic::parameter_count, config.critic_learning_rate, number);
        critic::derive(weights, transposed);
        progress->critic_loss[i] += static_cast<float>(loss) / static_cast<float>(config.batch);
        progress->value[i] += static_cast<float>(value) / static_cast<float>(config.batch);
    }

    void follow_critic(std::size_t i) const {
        polyak_update(config.target_rate, critic::parameter_count, parameters + Networks::critic_begin(i),
                      targets + i * critic::parameter_count);
    }

    /// What critic `i` thinks of the proposed actions of part `p`.
    void judge(std::size_t i, std::size_t p, critic_workspace& work) const {
        Samples& batch = samples[p];
        std::size_t const count = samples_of(p);
        T const* const weights = parameters + Networks::critic_begin(i);
        T const* const transposed = derived + Networks::critic_derived(i);
        place_pair(batch.observation, batch.proposed_action, work);
        std::fill_n(work.output_gradients, block, T(1));
        critic::forward(weights, transposed, work, count);
        critic::backward(weights, transposed, work, count);
        critic::input_gradient(weights, work, count, observation_size);
        std::copy_n(work.outputs, block, batch.value[i]);
        std::memcpy(batch.value_gradient[i], work.input_gradients + observation_size * block, sizeof batch.value_gradient[i]);
    }

    /// A step of Adam, number `step`, for `count` parameters from `begin` on.
    void descend(std::size_t begin, std::size_t count, float rate, std::uint32_t step) const {
        adam_update({.learning_rate = rate, .epsilon = epsilon}, step, 1, count, gradient + begin, parameters + begin,
                    first_moment + begin, second_moment + begin);
    }
    /// Whether the policy's loss is finite, and so were those of the critics; if not, says so.
    bool can_improve_actor(T loss) const {
        if (!is_finite(loss) && progress->nonfinite[2] == 0.0f) {
            progress->nonfinite[2] = static_cast<float>(number);
        }
        return !any_nonfinite();
    }
    bool any_nonfinite() const { return std::any_of(progress->nonfinite, progress->nonfinite + 3, [](float n) { return n != 0.0f; }); }
    void improve_actor_alone() const {
        descend(0, actor::parameter_count, config.actor_learning_rate, actor_number());
        actor::derive(parameters, derived);
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

    using observations = T[observation_size][block];
    using actions = T[action_size][block];

    static void place_pair(observations const& observation, actions const& action, critic_workspace& work) {
        std::memcpy(work.inputs, observation, sizeof observation);
        std::memcpy(work.inputs + observation_size * block, action, sizeof action);
    }

    LOCKSTEP_NOINLINE static void forward(T const* weights, T const* transposed, observations const& observation,
                                          std::size_t count, Samples& batch) {
        std::memcpy(batch.policy.inputs, observation, sizeof observation);
        actor::forward(weights, transposed, batch.policy, count);
    }
};

}  // namespace lockstep
