// SPDX-License-Identifier: MIT
// The loop of off-policy learners over many environments in lockstep. sac and td3 have their own updates, policies and metrics.
//
// Deviations from the papers: First many environments step at once, then the updates for these steps follow. Observations are
// normalised by their moments so far. Weights begin orthogonal. An episode that ends at its time limit bootstraps from its final
// observation (Pardo et al. 2018).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/type_name.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/dist/communicator.hpp>
#include <lockstep/dist/one_process.hpp>
#include <lockstep/envs/concept/discount.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/rl/common/annealed.hpp>
#include <lockstep/rl/common/first_episodes.hpp>
#include <lockstep/rl/common/first_returns.hpp>
#include <lockstep/rl/common/idle_lanes.hpp>
#include <lockstep/rl/common/iteration_log.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/common/nonfinite.hpp>
#include <lockstep/rl/common/ranks.hpp>
#include <lockstep/rl/off_policy/divided_kernels.hpp>
#include <lockstep/rl/off_policy/kernels.hpp>
#include <lockstep/rl/off_policy/memory.hpp>
#include <lockstep/rl/off_policy/metrics.hpp>
#include <lockstep/rl/off_policy/ranks/exchange.hpp>
#include <lockstep/rl/off_policy/rollout.hpp>
#include <lockstep/rl/off_policy/sizes.hpp>
#include <lockstep/rl/off_policy/warnings.hpp>
#include <lockstep/rl/policy/bounded_policy.hpp>
#include <lockstep/rl/policy/checked_networks.hpp>
#include <lockstep/rl/policy/normalizer.hpp>

namespace lockstep {

/// Learns a policy for E on a Device. The caller owns the loop: `while (!learner.done()) learner.iterate();`. The same seed
/// gives the same bits, whatever the number of threads. The device must live longer than the learner. With a Communicator several
/// processes train one policy: rl/data_parallel_sac.hpp, rl/data_parallel_td3.hpp.
template <class E, class Device, class Update, class Metrics, class Communicator = one_process>
class off_policy : checked_environment<E>, checked_networks<typename Update::networks> {
    using Env = detail::usable_environment<E>;
    static_assert(check_one_agent<Env>());
    static_assert(!discrete_actions<Env>,
                  "lockstep: sac and td3 act in real numbers, but the environment's actions are discrete: use ppo");
    static_assert(check_device<Device>());
    static_assert(check_communicator<Communicator>());
    using world = world_of<Device>;

public:
    static constexpr std::string_view name = Update::name;
    using environment = Env;
    using networks = typename Update::networks;
    static_assert(check_width<Device>());
    static_assert(check_trainable_network<inference_network<typename networks::actor>>() &&
                  check_trainable_network<inference_network<typename networks::critic>>());
    using config_type = typename Update::config_type;
    using policy_type = bounded_policy<Env, typename networks::acting>;

    /// Allocates all memory that training needs. Throws std::invalid_argument if a member of `config` is wrong, and
    /// std::runtime_error if the device has not enough memory for a member. Both errors name the member.
    LOCKSTEP_COLD off_policy(Device& device, config_type const& config, E const& env = {},
                             Communicator const& ranks = Communicator())
        : device_(&device), config_(completed(with_sizes(config), ranks.size())), env_(env), memory_(device, config_, is_divided),
          exchange_(device, memory_, config_.batch, ranks) {
        std::vector<float> parameters(networks::parameter_count);
        Update::initialize(config_, parameters);
        static constexpr auto observation_moments = moments<observation_size>::unit();
        static constexpr auto return_moments = moments<1>::unit();
        device.copy(std::span<float const>(parameters), memory_.parameters);
        device.copy(std::span(&observation_moments, 1), memory_.observation_moments);
        device.copy(std::span(&return_moments, 1), memory_.return_moments);

        device.for_each(1, off_policy_begin<update>{updater()});
        device.for_each(memory_.slices, off_policy_prepare<update>{updater()});
        if (memory_.passes.size() > 0) {
            device.for_each(memory_.passes.size(), off_policy_prepare_pass<update>{updater()});
        }
        device.for_each(memory_.packs, begin_rollout<off_policy_rollout<Env, acting>>{collector()});
        device.synchronize();
    }

    bool done() const { return total_steps() >= config_.steps; }
    std::size_t total_steps() const { return steps_made_ * config_.environments; }
    std::size_t iterations() const { return log_.iterations(); }
    /// Returns the configuration in use: as given, but with numbers in place of a horizon, a warmup and a discount of 0.
    config_type const& config() const { return config_; }
    Env const& env() const { return env_; }
    Device& device() const { return *device_; }

    /// Steps the environments `horizon` times, or until done(), makes the updates for these steps, and returns the metrics. Some
    /// of the first metrics also count episodes of environments beside the training (rl/common/first_returns.hpp). All ranks must
    /// call iterate(). Throws std::runtime_error, naming the update and the tensor, if a loss is not finite; the policy is that
    /// of the update before. Also throws it if all priorities of the replay buffer are 0, if a rank has other parameters than
    /// rank 0, and in the first call if a rank has another training, for example another configuration or version.
    Metrics iterate() {
        exchange_.agree(*device_, memory_, name, type_name<off_policy>(), config_, total_steps());
        log_.begin(total_steps());
        std::size_t const updates_before = updates_;
        device_->for_each(1, off_policy_begin_iteration<update>{updater(), memory_.episodes.size(), memory_.episodes.data()});
        bool const beside = first_returns_.due(total_steps());
        if (beside) {
            run_beside();
        }
        for (std::size_t i = 0; i < config_.horizon && (i == 0 || !done()); ++i) {
            collect();
            while (updates_ < updates_due()) {
                improve();
            }
        }
        exchange_.share_packs(*device_, memory_);
        auto const summary = summarize(beside);
        stop_if_nonfinite(summary.progress);

        Metrics m{};
        log_.end(total_steps(), config_.steps, summary.ended, m);
        m.updates = updates_;
        std::size_t const actor_updates = updates_ / config_.actor_delay - updates_before / config_.actor_delay;
        describe(summary.progress, updates_ - updates_before, actor_updates, m);
        return m;
    }

    /// Calls visit(name, entry) for everything, besides the configuration, on which the next iterations depend: numbers of the
    /// host and buffers of the device. A checkpoint holds these entries (io/checkpoint.hpp).
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("steps_of_each", steps_made_);
        visit("updates", updates_);
        log_.for_each_entry(visit);
        memory_.for_each_entry(visit, steps_made_);
    }

    /// Returns a copy of the present policy, in the host's memory.
    LOCKSTEP_COLD policy_type policy() const {
        policy_type result;
        moments<observation_size> observation_moments;
        device_->copy(renormalized_network<typename networks::actor> ? memory_.transposed_weights : memory_.parameters,
                      std::span(result.parameters));
        device_->copy(memory_.observation_moments, std::span(&observation_moments, 1));
        device_->synchronize();
        result.normalization = normalizer<observation_size>::from(observation_moments, config_.normalize_observations);
        return result;
    }

private:
    static constexpr std::size_t observation_size = Env::observation_size;
    using update = typename Update::template in<world>;
    using acting = typename networks::acting::template in<world>;

    using memory_type = off_policy_memory<Env, update, Device>;
    static constexpr bool is_divided = Communicator::distributed || divided_critics<typename update::view_type>::are_divided;

    static config_type completed(config_type config, std::size_t ranks) {
        if (config.discount == 0.0f) {
            config.discount = static_cast<float>(discount_of<Env>);
        }
        config_check const must{config_type::method::config_name};
        check_shares(must, config.environments, ranks);
        check(config, networks::values::outputs);
        if (Communicator::distributed && config.priority_exponent > 0.0f) {
            must.refuse("priority_exponent is above 0, but ranks replay uniformly; give 0, or train in one process");
        }
        return config;
    }
    bool prioritizes() const { return config_.priority_exponent > 0.0f; }
    float by_now(float first, float last) const { return annealed(first, last, total_steps(), config_.steps); }
    std::size_t updates_due() const {
        std::size_t const after_warmup = total_steps() - std::min(total_steps(), config_.warmup);
        return static_cast<std::size_t>(static_cast<double>(after_warmup) * static_cast<double>(config_.updates_per_step));
    }

    void stop_if_nonfinite(off_policy_progress const& p) {
        if (p.no_priorities != 0) {
            stop_without_priorities(std::string(name), p.no_priorities);
        }
        for (std::size_t i = 0; i < 3; ++i) {
            if (p.nonfinite[i] != 0) {
                std::string const tensor = nonfinite_tensor<networks>(to_host(*device_, memory_.gradient), i);
                stop_nonfinite(std::string(name), tensor + exchange_.nonfinite_ranks(), p.nonfinite[i], total_steps());
            }
        }
    }

    void collect() {
        exchange_.collect(*device_, memory_, collector());
        if (config_.normalize_observations) {
            clear_idle<world>(*device_, config_.environments, memory_.observation_sums);
            device_->for_each(1, merge_moments<observation_size, world>::of(
                                     memory_.observation_moments.data(), memory_.observation_sums.data(), memory_.packs,
                                     config_.environments));
        }
        if (config_.scale_rewards) {
            clear_idle<world>(*device_, config_.environments, memory_.return_sums);
            device_->for_each(1, merge_moments<1, world>::of(memory_.return_moments.data(), memory_.return_sums.data(),
                                                             memory_.packs, config_.environments));
        }
        if (prioritizes()) {
            device_->for_each(1, off_policy_add_priorities<update>{updater()});
        }
        ++steps_made_;
    }

    void improve() {
        ++updates_;
        exchange_.update(*device_, memory_, updater());
    }

    /// Runs whole episodes of the environments beside the training. Their steps are not added to the training's replay buffer.
    void run_beside() {
        auto kernel = collector();
        kernel.seed = ~config_.seed;
        kernel.memory = memory_.replay_beside.view();
        kernel.environments = memory_.environments_beside.data();
        kernel.discounted_returns = memory_.discounted_returns_beside.data();
        kernel.sums = memory_.episodes.data() + memory_.packs;
        device_->for_each(memory_.packs_beside, off_policy_begin_beside<Env, acting>{kernel});
        for (std::size_t step = 0; step < Env::episode_limit; ++step) {
            kernel.at(step, config_.longest_hold);
            device_->for_each(memory_.packs_beside, kernel);
        }
    }

    auto summarize(bool beside) {
        clear_idle<world>(*device_, config_.environments, memory_.episodes);
        device_->for_each(1, off_policy_summarize<update::view_type::template progress_of, world>{
                                 .packs = beside ? memory_.episodes.size() : memory_.packs,
                                 .sums = memory_.episodes.data(),
                                 .progress = memory_.progress.data(),
                                 .summary = memory_.summary.data()});
        typename memory_type::summary_type summary;
        device_->copy(memory_.summary, std::span(&summary, 1));
        device_->synchronize();
        return summary;
    }

    off_policy_rollout<Env, acting> collector() {
        auto const used =
            inference_parameters_of<typename networks::actor>(memory_.parameters.data(), memory_.transposed_weights.data());
        off_policy_rollout<Env, acting> kernel{.env = env_,
                                               .seed = config_.seed,
                                               .step = 0,
                                               .held_since = 0,
                                               .held_component = 0,
                                               .uniform = total_steps() < config_.warmup,
                                               .normalize = config_.normalize_observations,
                                               .staggered = config_.stagger_episodes,
                                               .scale_rewards = config_.scale_rewards,
                                               .parameters = used.parameters,
                                               .transposed_weights = used.transposed_weights,
                                               .observation_moments = memory_.observation_moments.data(),
                                               .memory = memory_.replay.view(),
                                               .environments = memory_.environments.data(),
                                               .observation_sums = memory_.observation_sums.data(),
                                               .sums = memory_.episodes.data(),
                                               .exploration_noise = Update::exploration_noise(config_),
                                               .discount = config_.discount,
                                               .return_moments = memory_.return_moments.data(),
                                               .discounted_returns = memory_.discounted_returns.data(),
                                               .return_sums = memory_.return_sums.data()};
        kernel.at(steps_made_, config_.longest_hold);
        return kernel;
    }

    update updater() {
        config_type shared = config_;  // without what differs between the trainings of a sweep, so they share a kernel's text
        shared.seed = shared.steps = shared.warmup = 0;
        auto view = memory_.view(shared);
        view.seed = config_.seed;
        view.number = static_cast<std::uint32_t>(updates_);
        view.steps_made = steps_made_;
        view.importance = by_now(config_.importance_exponent, 1.0f);
        view.rate_share = by_now(1.0f, config_.final_rate_share);
        return update{view};
    }

    Device* device_;
    config_type config_;
    Env env_;
    memory_type memory_;
    [[no_unique_address]] off_policy_exchange<Device, memory_type, update, Communicator> exchange_;
    iteration_log log_{warnings(config_), !world_of<Device>::is_native};
    first_returns first_returns_{config_.environments, Env::episode_limit, config_.environments * config_.horizon, config_.steps,
                                 config_.environments * config_.horizon};
    std::size_t steps_made_ = 0;  ///< steps of each environment
    std::size_t updates_ = 0;
};

}  // namespace lockstep
