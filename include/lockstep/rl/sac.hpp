// SPDX-License-Identifier: MIT
// Soft actor-critic (Haarnoja et al. 2018b, "Soft Actor-Critic Algorithms and Applications") over many environments in
// lockstep, on any device: twin critics with slow targets, a squashed Gaussian policy, a temperature that is learnt.
//
// Deviations: many environments step at once and the updates that fall to their steps follow, observations are normalised
// by their moments so far, weights begin orthogonal, and an episode cut by its time limit bootstraps from its final
// observation (Pardo et al. 2018).
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
#include <lockstep/rl/sac_config.hpp>
#include <lockstep/rl/sac_memory.hpp>
#include <lockstep/rl/sac_metrics.hpp>
#include <lockstep/rl/sac_networks.hpp>
#include <lockstep/rl/sac_rollout.hpp>
#include <lockstep/rl/sac_update.hpp>
#include <lockstep/rl/squashed_policy.hpp>

namespace lockstep {

/// Learns a policy for Env on a Device. The caller owns the loop: `while (!learner.done()) learner.iterate();`. The same
/// seed gives the same bits, whatever the number of threads. The device must live longer than the learner.
template <class Env, class Device, class Hidden = hidden_layers<relu_activation, 256, 256>>
class sac {
    static_assert(check_environment<Env>());
    static_assert(!discrete_actions<Env>, "lockstep: sac acts in real numbers, but the environment's actions are discrete: use ppo");
    static_assert(check_device<Device>());

public:
    using networks = sac_networks<Env, Hidden>;
    using policy_type = squashed_policy<Env, Hidden>;

    /// Takes all the memory that training needs. Throws std::invalid_argument that names what is wrong in `config`.
    sac(Device& device, sac_config const& config, Env const& env = {})
        : device_(&device), config_(checked(config)), env_(env), memory_(device, config_) {
        std::vector<float> parameters(networks::parameter_count);
        networks::initialize(parameters, config.seed);
        sac_temperature temperature{};
        temperature.log_value[0] = std::log(config.initial_temperature);
        auto const observation_moments = moments<observation_size>::unit();
        device.copy(std::span<float const>(parameters), memory_.parameters);
        device.copy(std::span<float const>(parameters).subspan(networks::critic_begin(0)), memory_.targets);
        device.copy(std::span<sac_temperature const>(&temperature, 1), memory_.temperature);
        device.copy(std::span(&observation_moments, 1), memory_.observation_moments);

        device.for_each(1, [from = memory_.parameters.data(), to = memory_.derived.data()](std::size_t) {
            networks::derive(from, to);
        });
        device.for_each(memory_.parts, [samples = memory_.samples.data()](std::size_t p) { samples[p].policy.prepare(); });
        device.for_each(memory_.rows, [collect = collector(true), staggered = config.stagger_episodes](std::size_t row) {
            collect.begin(row, staggered);
        });
        device.synchronize();
    }

    bool done() const { return steps() >= config_.steps; }
    std::size_t total_steps() const { return steps(); }
    sac_config const& config() const { return config_; }

    /// Steps the environments, makes the updates that fall to those steps, and tells how it went.
    sac_metrics iterate() {
        auto const begin = std::chrono::steady_clock::now();
        std::size_t const steps_before = steps();
        std::size_t const updates_before = updates_;
        device_->for_each(1, [progress = memory_.progress.data(), temperature = memory_.temperature.data()](std::size_t) {
            *progress = {};
            progress->temperature = temperature->value();
        });
        for (std::size_t i = 0; i < config_.horizon && (i == 0 || !done()); ++i) {
            collect(i == 0);
            while (updates_ < updates_due()) {
                improve();
            }
        }
        sac_summary const summary = summarize();
        ++iteration_;
        nonfinite_episodes_ += static_cast<std::size_t>(summary.nonfinite);
        std::chrono::duration<double> const took = std::chrono::steady_clock::now() - begin;
        seconds_ += took.count();

        sac_metrics m{};
        m.iteration = iteration_;
        m.steps = steps();
        m.total_steps = config_.steps;
        m.seconds = seconds_;
        m.steps_per_second = static_cast<double>(steps() - steps_before) / took.count();
        m.nonfinite_episodes = nonfinite_episodes_;
        m.updates = updates_;
        describe(summary, updates_ - updates_before, updates_ / config_.actor_delay - updates_before / config_.actor_delay, m);
        return m;
    }

    /// The policy as it is now, on the host.
    policy_type policy() const {
        policy_type result;
        moments<observation_size> seen;
        device_->copy(memory_.parameters, std::span(result.parameters));
        device_->copy(memory_.observation_moments, std::span(&seen, 1));
        device_->synchronize();
        if (config_.normalize_observations) {
            result.normalization = normalizer<observation_size>::from(seen);
        }
        return result;
    }

private:
    static constexpr std::size_t observation_size = Env::observation_size;
    using update = sac_update<networks>;

    static sac_config const& checked(sac_config const& config) {
        check(config, native_width);
        return config;
    }
    std::size_t steps() const { return made_ * config_.environments; }
    std::size_t updates_due() const {
        std::size_t const after_warmup = steps() - std::min(steps(), config_.warmup);
        return static_cast<std::size_t>(static_cast<double>(after_warmup) * static_cast<double>(config_.updates_per_step));
    }

    void collect(bool first) {
        device_->for_each(memory_.rows, collector(first));
        if (config_.normalize_observations) {
            device_->for_each(1, [to = memory_.observation_moments.data(), from = memory_.observation_sums.data(),
                                  rows = memory_.rows](std::size_t) { to->merge(from, rows, 1); });
        }
        ++made_;
    }

    void improve() {
        ++updates_;
        update const kernel = updater();
        device_->for_each(memory_.parts, [kernel](std::size_t p) { kernel.propose(p); });
        device_->for_each(2, [kernel](std::size_t critic) { kernel.estimate_targets(critic); });
        device_->for_each(2, [kernel](std::size_t critic) { kernel.improve_critic(critic); });
        if (kernel.improves_actor()) {
            device_->for_each(memory_.parts, [kernel](std::size_t p) { kernel.differentiate_actor(p); });
            device_->for_each(2, [kernel](std::size_t half) { kernel.gather_actor(half); });
            device_->for_each(1, [kernel](std::size_t) { kernel.improve_actor(); });
        }
    }

    sac_summary summarize() {
        device_->for_each(1, sac_summarize{.rows = memory_.rows,
                                           .sums = memory_.episodes.data(),
                                           .progress = memory_.progress.data(),
                                           .summary = memory_.summary.data()});
        sac_summary summary;
        device_->copy(memory_.summary, std::span(&summary, 1));
        device_->synchronize();
        return summary;
    }

    sac_rollout<Env, networks> collector(bool first) {
        return {.env = env_,
                .seed = config_.seed,
                .step = made_,
                .uniform = steps() < config_.warmup,
                .first = first,
                .normalize = config_.normalize_observations,
                .parameters = memory_.parameters.data(),
                .derived = memory_.derived.data(),
                .observation_moments = memory_.observation_moments.data(),
                .memory = memory_.replay.view(),
                .environments = memory_.environments.data(),
                .observation_sums = memory_.observation_sums.data(),
                .sums = memory_.episodes.data()};
    }

    update updater() {
        return {.config = config_,
                .number = static_cast<std::uint32_t>(updates_),
                .made = made_,
                .memory = memory_.replay.view(),
                .observation_moments = memory_.observation_moments.data(),
                .parameters = memory_.parameters.data(),
                .derived = memory_.derived.data(),
                .first_moment = memory_.first_moment.data(),
                .second_moment = memory_.second_moment.data(),
                .gradient = memory_.gradient.data(),
                .targets = memory_.targets.data(),
                .temperature = memory_.temperature.data(),
                .samples = memory_.samples.data(),
                .progress = memory_.progress.data()};
    }

    Device* device_;
    sac_config config_;
    Env env_;
    sac_memory<Env, networks, Device> memory_;
    std::size_t iteration_ = 0;
    std::size_t made_ = 0;  ///< steps of each environment
    std::size_t updates_ = 0;
    std::size_t nonfinite_episodes_ = 0;
    double seconds_ = 0;
};

}  // namespace lockstep
