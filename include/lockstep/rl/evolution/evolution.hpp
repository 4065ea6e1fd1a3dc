// SPDX-License-Identifier: MIT
// The loop of an evolution strategy: whole episodes with perturbed policies, one in each lane, and no gradients. An Update
// computes the step from the returns of these episodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <string_view>
#include <vector>

#include <lockstep/core/draw_purpose.hpp>
#include <lockstep/core/philox.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/rl/common/iteration_log.hpp>
#include <lockstep/rl/evolution/memory.hpp>
#include <lockstep/rl/evolution/metrics.hpp>
#include <lockstep/rl/evolution/perturbed_episodes.hpp>
#include <lockstep/rl/evolution/summary.hpp>
#include <lockstep/rl/evolution/update.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/policy/deterministic_actions.hpp>
#include <lockstep/rl/policy/linear_layers.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace lockstep {

/// Learns a policy for E on a Device. The caller owns the loop: `while (!learner.done()) learner.iterate();`. The same seed
/// gives the same bits, whatever the number of threads and the width of lanes. The device must live longer than the learner.
template <class Update, class E, class Device, class Hidden>
class evolution : checked_environment<E>, checked_layers<Hidden, detail::usable_environment<E>> {
    using Env = detail::usable_environment<E>;
    static_assert(check_one_agent<Env>());
    static_assert(check_device<Device>());
    static_assert(check_width<Device>());
    using world = world_of<Device>;

public:
    static constexpr std::string_view name = Update::name;
    using environment = Env;
    using config_type = typename Update::config_type;
    using actions = searched_actions<Env>;
    using networks = actor_critic<Env, Hidden, actions>;
    using policy_type = lockstep::ppo_policy<Env, Hidden, actions>;
    static_assert(check_network<typename networks::actor>());

    /// Allocates all memory that training needs. Throws std::invalid_argument if a member of `config` is wrong; the error names
    /// the member.
    LOCKSTEP_COLD evolution(Device& device, config_type const& config, E const& env = {})
        : device_(&device), config_((check(config), config)), env_(env), memory_(device, config.directions) {
        std::vector<float> initial(networks::actor::parameter_count), parameters(memory::count);
        networks::actor::initialize(config.seed, std::numbers::sqrt2, 0.01, initial.data());
        network::for_each_place([&](std::size_t here, std::size_t there) { parameters[here] = initial[there]; });
        constexpr auto unseen = moments<Env::observation_size>::unit();
        device.copy(std::span<float const>(parameters), memory_.parameters);
        device.copy(std::span(&unseen, 1), memory_.observation_moments);
        device.synchronize();
    }

    bool done() const { return steps_ >= config_.steps; }
    std::size_t total_steps() const { return steps_; }
    std::size_t iterations() const { return log_.iterations(); }
    config_type const& config() const { return config_; }
    Env const& env() const { return env_; }
    Device& device() const { return *device_; }

    /// Runs two episodes for each direction, improves the policy by their returns, and returns the metrics.
    evolution_metrics iterate() {
        log_.begin(steps_);
        std::size_t const packs = 2 * memory_.half;
        std::uint64_t const seed = seed_of_iteration();
        device_->for_each(memory_.half, draw_directions<device_network>{.seed = seed, .directions = memory_.directions.data()});
        device_->for_each(packs, perturbed_episodes<Env, device_networks>{
                                    .env = trained(),
                                    .half = memory_.half,
                                    .seed = seed,
                                    .noise = config_.noise,
                                    .normalize = config_.normalize_observations,
                                    .parameters = memory_.parameters.data(),
                                    .directions = memory_.directions.data(),
                                    .observation_moments = memory_.observation_moments.data(),
                                    .weights = memory_.weights.data(),
                                    .observation_sums = memory_.observation_sums.data(),
                                    .episodes = memory_.episodes.data()});
        Update::weigh(*device_, memory_, config_);
        device_->for_each(memory::groups, combine_directions<device_network>{.half = memory_.half,
                                                                             .weights = memory_.direction_weights.data(),
                                                                             .directions = memory_.directions.data(),
                                                                             .sum = memory_.gradient.data()});
        Update::step(*device_, memory_, config_, log_.iterations() + 1);
        device_->for_each(1, summarize_evolution<Env::observation_size, world>{
                                 .packs = packs,
                                 .per_episode = 1 / static_cast<float>(2 * config_.directions),
                                 .episodes = memory_.episodes.data(),
                                 .observation_sums = memory_.observation_sums.data(),
                                 .observation_moments = memory_.observation_moments.data(),
                                 .summary = memory_.summary.data()});
        evolution_summary<> summary;
        device_->copy(memory_.summary, std::span(&summary, 1));
        device_->synchronize();
        steps_ += static_cast<std::size_t>(static_cast<double>(summary.steps_high) + static_cast<double>(summary.steps_low));

        evolution_metrics m{};
        log_.end(steps_, config_.steps, summary.ended, m);
        m.best_return = static_cast<double>(summary.best_return);
        m.return_deviation = static_cast<double>(summary.return_deviation);
        return m;
    }

    /// Calls visit(name, entry) for everything, besides the configuration, on which the next iterations depend: numbers of the
    /// host and buffers of the device. A checkpoint holds these entries (io/checkpoint.hpp).
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("environment_steps", steps_);
        log_.for_each_entry(visit);
        memory_.for_each_entry(visit);
    }

    /// Returns a copy of the present policy, without perturbation, in the host's memory.
    LOCKSTEP_COLD policy_type policy() const {
        auto const parameters = to_host(*device_, memory_.parameters);
        auto const observation_moments = to_host(*device_, memory_.observation_moments);
        policy_type result;
        network::for_each_place([&](std::size_t here, std::size_t there) { result.parameters[there] = parameters[here]; });
        result.normalization = normalizer<Env::observation_size>::from(observation_moments[0], config_.normalize_observations);
        return result;
    }

private:
    using network = perturbed_network<typename networks::actor>;
    using device_networks = typename networks::template in<world>;
    using device_network = perturbed_network<typename device_networks::actor>;
    using memory = evolution_memory<device_networks, Device>;

    /// Returns the seed of all draws of the next iteration.
    std::uint64_t seed_of_iteration() const {
        auto const [low, high] = split_words(log_.iterations()).data;
        vector<std::uint32_t, 4> const counter = {low, draw_purpose::evolution_seed, high, 0};
        auto const words = philox(counter, split_words(config_.seed));
        return static_cast<std::uint64_t>(words[1]) << 32 | words[0];
    }
    /// Returns the environment with the rewards of training.
    Env trained() const {
        Env result = env_;
        if (!config_.survival_bonus) {
            withhold_survival_bonus(result);
        }
        return result;
    }
    /// Sets healthy_reward to 0 if the environment also has a forward_reward_weight. A balanced pole has no other reward than
    /// healthy_reward, so it keeps this reward.
    template <class Rewarded>
    static void withhold_survival_bonus(Rewarded& env) {
        if constexpr (requires { env.forward_reward_weight, env.healthy_reward = 0; }) {
            env.healthy_reward = 0;
        } else if constexpr (requires { env.environment; }) {  // a randomised environment
            withhold_survival_bonus(env.environment);
        }
    }

    Device* device_;
    config_type config_;
    Env env_;
    memory memory_;
    iteration_log log_{{}, !world_of<Device>::is_native};
    std::size_t steps_ = 0;
};

}  // namespace lockstep
