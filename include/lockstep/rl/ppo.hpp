// SPDX-License-Identifier: MIT
// Proximal policy optimisation (Schulman et al. 2017) over many environments in lockstep, on any device.
//
// After Huang et al. 2022, "The 37 implementation details of proximal policy optimization". Deviations: samples are
// shuffled in rows of lanes (the same step of neighbouring environments), advantages are normalised over the whole
// rollout and not in each minibatch, observations are normalised by the moments of the iterations before, and an
// episode cut by its time limit bootstraps from its final observation (Pardo et al. 2018).
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lockstep/device/device.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/rl/advantage.hpp>
#include <lockstep/rl/metrics.hpp>
#include <lockstep/rl/policy.hpp>
#include <lockstep/rl/ppo_config.hpp>
#include <lockstep/rl/ppo_update.hpp>
#include <lockstep/rl/rollout.hpp>

namespace lockstep {

/// What one iteration sends to the host.
struct ppo_summary {
    float episodes, episode_return, episode_length, nonfinite;  ///< means over the episodes that ended; counts
    float explained_variance;
    float entropy;
    ppo_progress progress;
};

/// Learns a policy for Env on a Device. The caller owns the loop: `while (!learner.done()) learner.iterate();`.
template <class Env, class Device, class Hidden = hidden_layers<tanh_activation, 64, 64>>
class ppo {
    static_assert(check_environment<Env>());
    static_assert(check_device<Device>());

public:
    using networks = actor_critic<Env, Hidden>;
    using policy_type = lockstep::policy<Env, Hidden>;

    /// Takes all the memory that training needs. Throws std::invalid_argument that names what is wrong in `config`.
    ppo(Device& device, ppo_config const& config, Env const& env = {})
        : device_(&device), config_((check(config, width), config)), env_(env) {
        std::vector<float> parameters(networks::parameter_count);
        networks::initialize(parameters, config.seed, config.initial_log_deviation);
        device.copy(std::span<float const>(parameters), parameters_);
        auto const unit_observation = moments<observation_size>::unit();
        auto const unit_return = moments<1>::unit();
        device.copy(std::span(&unit_observation, 1), observation_moments_);
        device.copy(std::span(&unit_return, 1), return_moments_);

        auto const kernel = collector();
        device.for_each(rows_, [kernel, staggered = config.stagger_episodes](std::size_t row) { kernel.begin(row, staggered); });
        device.for_each(1, [kernel, derived = derived_.data()](std::size_t) { networks::derive(kernel.parameters, derived); });
        device.synchronize();
    }

    bool done() const { return total_steps_ >= config_.steps; }
    std::size_t total_steps() const { return total_steps_; }
    ppo_config const& config() const { return config_; }

    /// Collects a rollout, improves the policy on it, and tells how it went.
    metrics iterate() {
        auto const begin = std::chrono::steady_clock::now();
        collect();
        estimate_advantages();
        epochs_and_minibatches();
        summarize();

        ppo_summary summary;
        device_->copy(summary_, std::span(&summary, 1));
        device_->synchronize();
        total_steps_ += config_.environments * config_.horizon;
        ++iteration_;
        nonfinite_episodes_ += static_cast<std::size_t>(summary.nonfinite);
        std::chrono::duration<double> const took = std::chrono::steady_clock::now() - begin;
        seconds_ += took.count();
        return figures(summary, took.count());
    }

    /// The policy as it is now, on the host.
    policy_type policy() const {
        policy_type result;
        std::vector<float> parameters(networks::parameter_count);
        moments<observation_size> seen;
        device_->copy(parameters_, std::span(parameters));
        device_->copy(observation_moments_, std::span(&seen, 1));
        device_->synchronize();
        parameters.resize(networks::critic_begin);
        result.parameters = std::move(parameters);
        result.normalization = config_.normalize_observations ? normalizer<observation_size>::from(seen)
                                                              : normalizer<observation_size>::identity();
        return result;
    }

private:
    static constexpr std::size_t width = native_width;
    static constexpr std::size_t observation_size = Env::observation_size;
    using R = native_lanes;
    using update = ppo_update<networks>;
    using sample_row = typename update::sample_row;
    template <class T>
    using buffer = typename Device::template buffer<T>;

    rollout<Env, networks> collector() {
        return {.env = env_,
                .rows = rows_,
                .horizon = config_.horizon,
                .seed = config_.seed,
                .first_step = static_cast<std::uint32_t>(iteration_ * config_.horizon),
                .discount = config_.discount,
                .normalize = config_.normalize_observations,
                .parameters = parameters_.data(),
                .derived = derived_.data(),
                .observation_moments = observation_moments_.data(),
                .return_moments = return_moments_.data(),
                .environments = environments_.data(),
                .discounted_returns = discounted_returns_.data(),
                .samples = samples_.data(),
                .last_values = last_values_.data(),
                .observation_sums = observation_sums_.data(),
                .sums = rollout_sums_.data()};
    }

    void collect() {
        device_->for_each(rows_, collector());
        device_->for_each(1, [moments = return_moments_.data(), sums = rollout_sums_.data(), discounted = discounted_sums_.data(),
                              rows = rows_, horizon = config_.horizon](std::size_t) {
            for (std::size_t row = 0; row < rows; ++row) {
                discounted[row] = sums[row].discounted_return;
            }
            moments->merge(discounted, rows, horizon);
        });
    }

    void estimate_advantages() {
        device_->for_each(rows_, [samples = samples_.data(), last_values = last_values_.data(), sums = target_sums_.data(),
                                  moments = return_moments_.data(), scaled = config_.scale_rewards, rows = rows_,
                                  horizon = config_.horizon, discount = config_.discount, lambda = config_.lambda](std::size_t row) {
            R const reward_scale = R(scaled ? moments->inverse_deviation(0) : 1.0f);
            advantage_estimator<R> const estimator{.discount = R(discount), .lambda = R(lambda)};
            moment_sums<R, 3> seen{};  // of advantage, target and target - value
            R next_value = last_values[row];
            R next_advantage = R(0);
            for (std::size_t step = horizon; step-- > 0;) {
                sample_row& s = samples[step * rows + row];
                R const reward = reward_scale * s.reward + R(discount) * s.bootstrap;
                s.advantage = estimator(reward, s.value, next_value, next_advantage, R(0.5) < s.ended);
                s.target = s.advantage + s.value;
                next_value = s.value;
                next_advantage = s.advantage;
                seen.add(0, s.advantage);
                seen.add(1, s.target);
                seen.add(2, s.target - s.value);
            }
            sums[row] = seen;
        });
        device_->for_each(1, [sums = target_sums_.data(), target = target_moments_.data(), progress = progress_.data(),
                              rows = rows_, horizon = config_.horizon, normalized = config_.normalize_advantages](std::size_t) {
            *target = {};
            target->merge(sums, rows, horizon);
            *progress = {};
            progress->advantage_mean = normalized ? static_cast<float>(target->mean[0]) : 0.0f;
            progress->advantage_scale = normalized ? target->inverse_deviation(0) : 1.0f;
        });
    }

    void epochs_and_minibatches() {
        std::size_t const all_rows = rows_ * config_.horizon;
        std::size_t const minibatch_rows = config_.minibatch / width;
        for (std::size_t epoch = 0; epoch < config_.epochs; ++epoch) {
            for (std::size_t first = 0; first < all_rows; first += minibatch_rows) {
                update const kernel = updater(epoch, first, minibatch_rows, all_rows);
                device_->for_each(kernel.slices, [kernel](std::size_t slice) { kernel.differentiate(slice); });
                device_->for_each(1, [kernel](std::size_t i) { kernel.judge(i); });
                device_->for_each(update::ranges, [kernel](std::size_t i) { kernel.gather(i); });
                device_->for_each(2, [kernel](std::size_t network) { kernel.descend(network); });
            }
        }
    }

    update updater(std::size_t epoch, std::size_t first, std::size_t minibatch_rows, std::size_t all_rows) {
        float const progress = static_cast<float>(total_steps_) / static_cast<float>(config_.steps);
        return {.config = config_,
                .learning_rate = config_.learning_rate + progress * (config_.final_learning_rate - config_.learning_rate),
                .shuffle_key = (config_.seed * 0x2545f4914f6cdd1du) ^ (iteration_ * config_.epochs + epoch),
                .first_row = first,
                .minibatch_rows = minibatch_rows,
                .all_rows = all_rows,
                .slices = update::slices_of(minibatch_rows),
                .samples = samples_.data(),
                .parameters = parameters_.data(),
                .derived = derived_.data(),
                .first_moment = first_moment_.data(),
                .second_moment = second_moment_.data(),
                .gradient = gradient_.data(),
                .slice_gradients = slice_gradients_.data(),
                .squared_norms = squared_norms_.data(),
                .losses = losses_.data(),
                .steps_taken = steps_taken_.data(),
                .progress = progress_.data()};
    }

    void summarize() {
        device_->for_each(1, [summary = summary_.data(), sums = rollout_sums_.data(), target = target_moments_.data(),
                              progress = progress_.data(), observation_sums = observation_sums_.data(),
                              moments = observation_moments_.data(), parameters = parameters_.data(), rows = rows_,
                              horizon = config_.horizon](std::size_t) {
            moments->merge(observation_sums, rows, horizon);
            float total[4] = {};
            for (std::size_t row = 0; row < rows; ++row) {
                R const parts[4] = {sums[row].episodes, sums[row].episode_return, sums[row].episode_length, sums[row].nonfinite};
                for (std::size_t k = 0; k < 4; ++k) {
                    for (std::size_t l = 0; l < width; ++l) {
                        total[k] += parts[k][l];
                    }
                }
            }
            float const ended = std::max(total[0], 1.0f);
            float entropy = 0;
            for (std::size_t a = 0; a < Env::action_size; ++a) {
                entropy += parameters[networks::log_deviation + a] + 1.41893853f;  // 1/2 log(2 pi e)
            }
            double const unexplained = target->variance[2] / std::max(target->variance[1], 1e-12);
            *summary = {.episodes = total[0],
                        .episode_return = total[1] / ended,
                        .episode_length = total[2] / ended,
                        .nonfinite = total[3],
                        .explained_variance = static_cast<float>(1 - unexplained),
                        .entropy = entropy,
                        .progress = *progress};
        });
    }

    metrics figures(ppo_summary const& summary, double took) const {
        ppo_progress const& p = summary.progress;
        double const updates = std::max(1.0, static_cast<double>(p.updates));
        std::size_t const steps = config_.environments * config_.horizon;
        return {.iteration = iteration_,
                .steps = total_steps_,
                .total_steps = config_.steps,
                .seconds = seconds_,
                .steps_per_second = static_cast<double>(steps) / took,
                .episode_return = summary.episodes > 0 ? static_cast<double>(summary.episode_return) : std::nan(""),
                .episode_length = summary.episodes > 0 ? static_cast<double>(summary.episode_length) : std::nan(""),
                .episodes = static_cast<std::size_t>(summary.episodes),
                .nonfinite_episodes = nonfinite_episodes_,
                .policy_loss = p.policy_loss / updates,
                .value_loss = p.value_loss / updates,
                .entropy = static_cast<double>(summary.entropy),
                .approximate_kl = p.approximate_kl / updates,
                .clip_fraction = p.clipped / updates,
                .explained_variance = static_cast<double>(summary.explained_variance),
                .learning_rate = static_cast<double>(config_.learning_rate)};
    }

    Device* device_;
    ppo_config config_;
    Env env_;
    std::size_t rows_ = config_.environments / width;
    std::size_t iteration_ = 0;
    std::size_t total_steps_ = 0;
    std::size_t nonfinite_episodes_ = 0;
    double seconds_ = 0;

    buffer<float> parameters_ = device_->template allocate<float>(networks::parameter_count);
    buffer<float> derived_ = device_->template allocate<float>(networks::derived_count);
    buffer<float> first_moment_ = device_->template allocate<float>(networks::parameter_count);
    buffer<float> second_moment_ = device_->template allocate<float>(networks::parameter_count);
    buffer<float> gradient_ = device_->template allocate<float>(networks::parameter_count);
    buffer<float> slice_gradients_ = device_->template allocate<float>(update::slices_of(config_.minibatch / width) * networks::parameter_count);
    buffer<float> squared_norms_ = device_->template allocate<float>(update::ranges);
    buffer<loss_sums<R>> losses_ = device_->template allocate<loss_sums<R>>(update::most_slices);
    buffer<std::uint32_t> steps_taken_ = device_->template allocate<std::uint32_t>(2);

    buffer<environment_row<Env, R>> environments_ = device_->template allocate<environment_row<Env, R>>(rows_);
    buffer<R> discounted_returns_ = device_->template allocate<R>(rows_);
    buffer<sample_row> samples_ = device_->template allocate<sample_row>(rows_ * config_.horizon);
    buffer<R> last_values_ = device_->template allocate<R>(rows_);
    buffer<moment_sums<R, observation_size>> observation_sums_ = device_->template allocate<moment_sums<R, observation_size>>(rows_);
    buffer<rollout_sums<R>> rollout_sums_ = device_->template allocate<rollout_sums<R>>(rows_);
    buffer<moment_sums<R, 1>> discounted_sums_ = device_->template allocate<moment_sums<R, 1>>(rows_);
    buffer<moment_sums<R, 3>> target_sums_ = device_->template allocate<moment_sums<R, 3>>(rows_);
    buffer<moments<observation_size>> observation_moments_ = device_->template allocate<moments<observation_size>>(1);
    buffer<moments<1>> return_moments_ = device_->template allocate<moments<1>>(1);
    buffer<moments<3>> target_moments_ = device_->template allocate<moments<3>>(1);
    buffer<ppo_progress> progress_ = device_->template allocate<ppo_progress>(1);
    buffer<ppo_summary> summary_ = device_->template allocate<ppo_summary>(1);
};

}  // namespace lockstep
