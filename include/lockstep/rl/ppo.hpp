// SPDX-License-Identifier: MIT
// Proximal policy optimisation (Schulman et al. 2017) over many environments in lockstep, on any device.
//
// It follows Huang et al. 2022, "The 37 implementation details of proximal policy optimization". Deviations: Samples are shuffled
// in groups. A group has the samples of one step of sample_group neighbouring environments. With fewer environments it has the
// samples of several successive steps, which resemble each other more. Advantages are normalised over the whole rollout and not
// in each minibatch. Observations are normalised by the moments of the iterations before. An episode that ends at its time limit
// bootstraps from its final observation (Pardo et al. 2018).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/type_name.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/dist/communicator.hpp>
#include <lockstep/dist/one_process.hpp>
#include <lockstep/envs/concept/discount.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/rl/common/annealed.hpp>
#include <lockstep/rl/common/first_episodes.hpp>
#include <lockstep/rl/common/first_returns.hpp>
#include <lockstep/rl/common/idle_lanes.hpp>
#include <lockstep/rl/common/iteration_log.hpp>
#include <lockstep/rl/common/metrics.hpp>
#include <lockstep/rl/common/nonfinite.hpp>
#include <lockstep/rl/policy/policy.hpp>
#include <lockstep/rl/ppo/advantage_pass.hpp>
#include <lockstep/rl/ppo/config.hpp>
#include <lockstep/rl/ppo/exchange.hpp>
#include <lockstep/rl/ppo/kernels.hpp>
#include <lockstep/rl/ppo/memory.hpp>
#include <lockstep/rl/ppo/rollout.hpp>
#include <lockstep/rl/ppo/sizes.hpp>
#include <lockstep/rl/ppo/summary.hpp>
#include <lockstep/rl/ppo/update.hpp>
#include <lockstep/rl/ppo/warnings.hpp>

namespace lockstep {

/// Learns a policy for E on a Device. The policy is Gaussian, or categorical if actions are discrete; Actions may choose
/// another one (squashed_actions<E>). The critic also gets the privileged observation, if E has one
/// (envs/concept/privileged.hpp). If E has several agents, each acts by itself with the same policy (envs/concept/agents.hpp).
/// The caller owns the loop: `while (!learner.done()) learner.iterate();`. The same seed gives the same bits, whatever the number
/// of threads. The device must live longer than the learner. With a Communicator several processes train one policy:
/// rl/data_parallel_ppo.hpp.
template <class E, class Device, class Hidden = hidden_layers<tanh_activation, 64, 64>, class Actions = default_actions<E>,
          class Communicator = one_process>
class ppo : checked_environment<E>, checked_layers<Hidden, detail::usable_environment<E>> {
    using Env = detail::usable_environment<E>;
    static_assert(check_privileged<Env>());
    static_assert(check_device<Device>());
    static_assert(check_communicator<Communicator>());
    using world = world_of<Device>;

public:
    static constexpr std::string_view name = "ppo";
    using environment = Env;
    using config_type = ppo_config;
    using networks = actor_critic<Env, Hidden, std::conditional_t<std::is_same_v<Env, E>, Actions, default_actions<Env>>>;
    using policy_type = lockstep::ppo_policy<Env, Hidden, typename networks::actions>;
    static_assert(check_width<Device>());
    static_assert([] {
        using actor = typename networks::actor;
        using critic = typename networks::critic;
        if constexpr (recurrent<critic> && agent_count<Env> != 1) {
            return true;  // refused by actor_critic
        } else if constexpr (recurrent<actor>) {  // trained by backpropagation through time (rl/ppo/through_time.hpp)
            return check_network<actor>() && check_network<critic>();
        } else {
            return check_trainable_network<actor>() && check_trainable_network<critic>();
        }
    }());

    /// Allocates all memory that training needs. Throws std::invalid_argument if a member of `config` is wrong, and
    /// std::runtime_error if the device has not enough memory for a member. Both errors name the member.
    LOCKSTEP_COLD ppo(Device& device, ppo_config const& config, E const& env = {}, Communicator const& ranks = Communicator())
        : device_(&device), config_(completed(config, ranks.size())), env_{env}, memory_(device, config_),
          exchange_(memory_, ranks) {
        std::vector<float> parameters(networks::parameter_count);
        networks::initialize(parameters, config.seed, initial_log_deviation());
        static constexpr auto observation_moments = moments<observation_size>::unit();
        static constexpr auto return_moments = moments<1>::unit();
        static constexpr float rate_scale = 1;
        device.copy(std::span<float const>(parameters), memory_.parameters);
        device.copy(std::span(&observation_moments, 1), memory_.observation_moments);
        device.copy(std::span(&return_moments, 1), memory_.return_moments);
        device.copy(std::span(&rate_scale, 1), memory_.rate_scale);

        device.for_each(memory_.packs, begin_rollout<rollout<observed, device_networks>>{collector()});
        device.for_each(1, expect_observations<observed, world>{.moments = memory_.observation_moments.data(),
                                                                .environments = memory_.environments.data()});
        ignore_observations();
        device.for_each(2, ppo_transpose<device_networks>{minibatch_at(0, 0, 0)});
        device.synchronize();
    }

    bool done() const { return steps_ >= config_.steps; }
    std::size_t total_steps() const { return steps_; }
    std::size_t iterations() const { return log_.iterations(); }
    /// Returns the configuration in use. It is as given, but a number of environments, a horizon or a minibatch of 0 is replaced
    /// by the learner's choice, and a discount of 0 by that of Env.
    ppo_config const& config() const { return config_; }
    Env const& env() const { return env_; }
    Device& device() const { return *device_; }

    /// Collects a rollout, improves the policy on it, and returns the metrics. In some of the first iterations, before the
    /// training's own environments have run whole episodes, the metrics also count whole episodes of other environments, from
    /// which nothing is learnt (rl/common/first_returns.hpp). A training of fewer than 10 * sample_group * episode_limit steps
    /// has no such environments. Throws std::runtime_error if a gradient is not finite. The error names the update and the
    /// tensor, and the policy is that of the update before. All ranks must call iterate(). It also throws std::runtime_error if a
    /// rank has other parameters than rank 0, and in the first call if the training of a rank differs from that of rank 0, for
    /// example in the configuration or the version.
    ppo_metrics iterate() {
        exchange_.agree(*device_, memory_, name, type_name<ppo>(), config_, steps_);
        log_.begin(steps_);
        float const rate = annealed(config_.learning_rate, config_.final_learning_rate, steps_, config_.steps);
        bool const beside = first_returns_.due(steps_);
        if (beside) {
            run_beside();
        }
        collect();
        estimate_advantages();
        auto const is_stopped = [this] { return exchange_.is_stopped(*device_, memory_); };
        std::size_t const minibatches = sample_groups() / minibatch_groups(), of_epoch = minibatches * ring().filled;
        for (std::size_t i = 0; i < config_.epochs * minibatches && !is_stopped(); ++i) {
            improve(i / of_epoch, i % of_epoch * minibatch_groups(), rate);
        }
        ppo_summary<> const summary = summarize(beside);
        if (std::size_t const update = summary.progress.nonfinite; update != 0) {
            std::string const tensor = nonfinite_tensor<networks>(to_host(*device_, memory_.gradient));
            stop_nonfinite(std::string(name), tensor + exchange_.nonfinite_ranks(*device_, memory_), update, steps_);
        }
        steps_ += samples();

        ppo_metrics m{};
        log_.end(steps_, config_.steps, summary.ended, m);
        m.learning_rate = static_cast<double>(rate * summary.rate_scale);
        fill_metrics(summary, m);
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

    /// Returns a copy of the present policy, in the host's memory.
    LOCKSTEP_COLD policy_type policy() const {
        policy_type result;
        result.parameters = to_host(*device_, memory_.parameters);
        result.parameters.resize(networks::critic_begin);
        auto const observation_moments = to_host(*device_, memory_.observation_moments);
        auto const normalization = normalizer<observation_size>::from(observation_moments[0], config_.normalize_observations);
        result.normalization = normalization.template first<networks::observation_size>();
        return result;
    }

private:
    using observed = critic_environment<Env>;
    static constexpr std::size_t agents = agent_count<Env>;
    static constexpr std::size_t observation_size = networks::critic_observation_size;
    using device_networks = typename networks::template in<world>;
    using minibatch = ppo_minibatch<device_networks>;
    using memory = ppo_memory<observed, device_networks, Device>;

    LOCKSTEP_COLD static ppo_config completed(ppo_config const& chosen, std::size_t ranks) {
        constexpr bool remembers = recurrent<typename networks::actor>;
        ppo_config config = with_sizes(chosen, remembers, networks::action_size);
        if (config.discount == 0.0f) {
            config.discount = static_cast<float>(discount_of<Env>);
        }
        check_shares({"ppo_config"}, config.environments, ranks);
        if (remembers || agents > 1) {
            check_whole_groups(config, remembers ? "a policy with a memory" : "an environment with several agents");
        }
        check(config);
        config_check{"ppo_config"}.at_most("observed", config.observed, observation_size);
        check_samples(config, agents);
        if (remembers) {
            check_whole_rollouts(config);
        }
        if (config.rollouts > 1) {
            check_earlier_rollouts(config, remembers, agents, ranks);
        }
        return config;
    }
    float initial_log_deviation() const {
        return std::log(config_.initial_deviation) - 0.6f * std::log(static_cast<float>(networks::actions::action_size));
    }
    std::size_t samples() const { return config_.environments * config_.horizon; }
    /// Returns the number of groups of a rollout. Each step of an environment has one sample for each agent.
    std::size_t sample_groups() const { return agents * samples() / sample_group; }
    std::size_t minibatch_groups() const { return agents * config_.minibatch / sample_group; }

    void collect() {
        exchange_.collect(*device_, memory_, collector());
        clear_idle<world>(*device_, config_.environments, memory_.observation_sums, memory_.return_sums, memory_.episodes);
        device_->for_each(1, merge_moments<1, world>::of(memory_.return_moments.data(), memory_.return_sums.data(), memory_.packs,
                                                         samples()));
    }

    /// Runs whole episodes of the environments beside the training (rl/common/first_returns.hpp). They write samples and moments
    /// into the buffers of the training. The training's next rollout overwrites these numbers.
    void run_beside() {
        auto kernel = collector();
        kernel.packs = memory_.packs_beside;
        kernel.seed = ~config_.seed;
        kernel.environments = memory_.environments_beside.data();
        kernel.discounted_returns = memory_.discounted_returns_beside.data();
        kernel.memories = memory_.memories_beside.data();
        using begin = begin_first_returns<observed, device_networks>;
        device_->for_each(memory_.packs_beside, begin{kernel.env, kernel.seed, kernel.environments, kernel.memories});
        for (std::size_t i = 0; i < memory_.rollouts_beside; ++i) {
            kernel.first_step = static_cast<std::uint32_t>(i * config_.horizon);
            kernel.sums = memory_.episodes.data() + memory_.packs + i * memory_.packs_beside;
            device_->for_each(memory_.packs_beside, kernel);
        }
    }

    void estimate_advantages() {
        auto const [newest, filled] = ring();
        for (std::size_t place = 0; place < filled; ++place) {
            if constexpr (!recurrent<typename networks::actor>) {
                if (place != newest) {
                    device_->for_each(agents * memory_.packs, refresh_kernel(memory_, place));
                }
            }
            device_->for_each(agents * memory_.packs, advantage_kernel(memory_, config_, place));
        }
        clear_idle<world>(*device_, config_.environments, memory_.target_packs);
        if (has_idle_lanes(config_.environments)) {
            using pack = typename memory::sample_pack;
            constexpr std::size_t count = sizeof(pack) / sizeof(typename world::number);
            device_->for_each(count,
                              pack_samples<world>{config_.environments, sample_groups(), count,
                                                  reinterpret_cast<float*>(memory_.samples.data())});
        }
        device_->for_each(1, begin_updates_kernel(memory_, config_, filled));
    }

    /// Takes one step of Adam on the minibatch that begins at group `first` of the epoch's shuffled samples.
    void improve(std::size_t epoch, std::size_t first, float rate) {
        minibatch const batch = minibatch_at(epoch, first, rate);
        exchange_.differentiate(*device_, memory_, batch);
        device_->for_each(1, ppo_check<device_networks>{batch});
        device_->for_each(minibatch::ranges, ppo_descend<device_networks>{batch});
        device_->for_each(2, ppo_transpose<device_networks>{batch});
    }

    void ignore_observations() {
        if (config_.observed > 0) {
            device_->for_each(1, ignore_moments<observation_size, world>{memory_.observation_moments.data(), config_.observed});
        }
    }

    ppo_summary<> summarize(bool beside) {
        device_->for_each(1, merge_moments<observation_size, world>::of(memory_.observation_moments.data(),
                                                                        memory_.observation_sums.data(), memory_.packs,
                                                                        agents * samples()));
        ignore_observations();
        device_->for_each(1, summary_kernel(memory_, beside));
        ppo_summary<> summary;
        device_->copy(memory_.summary, std::span(&summary, 1));
        device_->synchronize();
        return summary;
    }

    rollout<observed, device_networks> collector() { return rollout_kernel(memory_, config_, env_, log_.iterations()); }
    minibatch minibatch_at(std::size_t epoch, std::size_t first, float rate) {
        return minibatch_of(memory_, config_, log_.iterations() * config_.epochs + epoch, first, rate, ring().filled);
    }
    rollout_ring ring() const { return rollout_ring::of(log_.iterations(), config_.rollouts); }

    Device* device_;
    ppo_config config_;
    observed env_;
    memory memory_;
    [[no_unique_address]] ppo_exchange<Device, memory, device_networks, Communicator> exchange_;
    iteration_log log_{warnings(config_), !world_of<Device>::is_native};
    first_returns first_returns_{config_.environments, Env::episode_limit, config_.environments * config_.horizon, config_.steps,
                                 20 * sample_group * Env::episode_limit};
    std::size_t steps_ = 0;
};

}  // namespace lockstep
