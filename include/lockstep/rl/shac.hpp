// SPDX-License-Identifier: MIT
// Short-horizon actor-critic (Xu et al. 2022, "Accelerated Policy Learning with Parallel Differentiable Simulation"): the
// discounted rewards of a short window plus the critic's value of the window's last state are differentiated through the
// simulation with respect to the policy's parameters.
//
// Deviations: the standard deviation of an action's noise depends on the state, observations are normalised by the moments of the
// iterations before, rewards are divided by the standard deviation of the discounted return, and the first episodes are
// staggered. An episode may end inside a window. Then the discounted sum of its rewards ends there, and the next episode begins.
// If the episode was truncated, the sum ends with the target critic's value of the final observation. With growth_limit, windows
// end at steps through which gradients explode (after AHAC, Georgiev et al. 2024). With least_slope, actions near their bounds
// still pass a gradient. With critic_windows, the critic also learns from earlier windows. With
// replay_updates, the policy also learns from earlier windows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/core/philox.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/envs/concept/agents.hpp>
#include <lockstep/envs/concept/discount.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/common/annealed.hpp>
#include <lockstep/rl/common/iteration_log.hpp>
#include <lockstep/rl/common/nonfinite.hpp>
#include <lockstep/rl/learner.hpp>
#include <lockstep/rl/policy/policy.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <lockstep/rl/shac/config.hpp>
#include <lockstep/rl/shac/launches.hpp>
#include <lockstep/rl/shac/memory.hpp>
#include <lockstep/rl/shac/metrics.hpp>
#include <lockstep/rl/shac/replay.hpp>
#include <lockstep/rl/shac/update.hpp>
#include <lockstep/rl/shac/window.hpp>

namespace lockstep {

/// Learns a policy for E on the processor. The caller owns the loop: `while (!learner.done()) learner.iterate();`. The same
/// seed gives the same bits, whatever the number of threads. The device must live longer than the learner. For a robot that has a
/// header in envs/gradient/, include that header. Without a recorded gradient an environment is differentiated operation by
/// operation, which is slow (envs/gradient/step.hpp). The critic gets the policy's observation, even if the environment has a
/// privileged one.
template <class E, class Device, class Hidden = hidden_layers<elu_activation, 64, 64>>
class shac : checked_environment<E>, checked_layers<Hidden, detail::usable_environment<E>> {
    using Env = detail::usable_environment<E>;
    static_assert(check_one_agent<Env>());
    static_assert(check_device<Device>());
    static_assert(!discrete_actions<Env>,
                  "lockstep: shac takes gradients with respect to actions, but the environment's actions are discrete");
    static_assert(world_of<Device>::is_native,
                  "lockstep: shac runs on the processor, since its steps leave tapes in the host's memory");
    static_assert(check_width<Device>());

public:
    static constexpr std::string_view name = "shac";
    using environment = Env;
    using config_type = shac_config;
    using actions = squashed_actions<Env>;
    using networks = actor_critic<policy_environment<Env>, Hidden, actions>;
    using policy_type = lockstep::ppo_policy<Env, Hidden, actions>;
    static_assert(check_trainable_network<typename networks::actor>() && check_trainable_network<typename networks::critic>());

    /// Allocates all memory that training needs, except tapes, which grow. Throws std::invalid_argument if a member of `config`
    /// is wrong, and std::runtime_error if the memory is too small for a member. Both errors name the member.
    LOCKSTEP_COLD shac(Device& device, shac_config const& config, E const& env = {})
        : device_(&device), config_(completed(config)), env_(env), memory_(device, config_) {
        std::span<float> const parameters(memory_.parameters.data(), networks::parameter_count);
        networks::initialize(parameters, config.seed, std::log(config.initial_deviation));
        networks::transpose_weights(parameters.data(), memory_.transposed_weights.data());
        device_->for_each(1, follower(1));
        *memory_.observation_moments.data() = moments<Env::observation_size>::unit();
        *memory_.return_moments.data() = moments<1>::unit();
        shac_length_of(config_, memory_).begin();
        auto const taped = window::taped_env::of(env_);
        for (std::size_t pack = 0; pack < memory_.packs; ++pack) {
            begin_episodes(taped, memory_.environments.data()[pack], config_.seed, pack, config_.stagger_episodes);
        }
        memory_.observation_moments.data()->expect(memory_.environments.data()->observation);
    }

    bool done() const { return steps_ >= config_.steps; }
    std::size_t total_steps() const { return steps_; }
    std::size_t iterations() const { return log_.iterations(); }
    /// Returns the configuration in use: as given, but a discount of 0 is replaced by the discount of Env.
    shac_config const& config() const { return config_; }
    Env const& env() const { return env_; }
    Device& device() const { return *device_; }

    /// Runs one window, improves the policy by its gradient and the critic by its targets, takes replay_updates further steps of
    /// the policy, and returns the metrics. Throws std::runtime_error if a gradient is not finite. The error names the update,
    /// which is this iteration, and the tensor. The step with this gradient is not made, but the steps before it in this
    /// iteration have changed the networks.
    shac_metrics iterate() {
        log_.begin(steps_);
        float const share = annealed(1, config_.final_rate_share, steps_, config_.steps);
        device_->for_each(memory_.groups, newest_window());
        improve_actor(share * config_.actor_learning_rate, memory_.groups);
        float const norm = *memory_.actor.norm.data();
        if (config_.length_growth != 0) {
            adapt_shac_length(config_, memory_, log_.iterations());
        }

        revalue_older_windows();
        shac_metrics m{};
        m.value_loss = improve_critic(share * config_.critic_learning_rate);
        device_->for_each(1, follower(config_.target_rate));
        auto const sum_of = [&](auto member) {
            return sum_of_packs<native_world>(memory_.packs, [&](std::size_t pack) { return memory_.sums.data()[pack].*member; });
        };
        double const objective = static_cast<double>(sum_of(&shac_sums<R>::objective));
        double const cut = static_cast<double>(sum_of(&shac_sums<R>::cut));
        for (std::size_t update = 0; update < config_.replay_updates; ++update) {
            replay(share * config_.actor_learning_rate, update);
        }
        polyak_update(log_.iterations() == 0 ? 1.0f : config_.average_rate, actor::parameter_count, memory_.parameters.data(),
                      memory_.average.data());
        memory_.observation_moments.data()->merge(memory_.observation_sums.data(), memory_.packs, config_.horizon);
        memory_.return_moments.data()->merge(memory_.return_sums.data(), memory_.packs, config_.horizon);
        steps_ += samples();

        log_.end(steps_, config_.steps, total(memory_.episodes.data(), memory_.packs), m);
        double const per_sample = 1 / static_cast<double>(samples());
        m.policy_loss = -objective * per_sample;
        m.gradient_norm = static_cast<double>(norm);
        m.cut_share = cut * per_sample;
        m.learning_rate = static_cast<double>(share * config_.actor_learning_rate);
        return m;
    }

    /// Calls visit(name, entry) for everything, besides the configuration, on which the next iterations depend: numbers of the
    /// host and buffers of the device. A checkpoint holds these entries (io/checkpoint.hpp).
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("environment_steps", steps_);
        log_.for_each_entry(visit);
        tapes_since_ = log_.iterations();
        memory_.for_each_entry(visit);
    }

    /// Returns a copy of the present policy. With average_rate below 1, from the first iteration on, the copy has the running
    /// mean of the actor's parameters.
    LOCKSTEP_COLD policy_type policy() const {
        policy_type result;
        std::copy_n(memory_.parameters.data(), result.parameters.size(), result.parameters.begin());
        if (config_.average_rate < 1 && log_.iterations() > 0) {
            std::copy_n(memory_.average.data(), actor::parameter_count, result.parameters.begin());
        }
        result.normalization = normalization();
        return result;
    }

private:
    using R = native_lanes;
    using actor = typename networks::actor;
    using critic = typename networks::critic;
    using window = shac_window<Env, networks>;
    using critic_kernel = shac_differentiate_critic<networks>;
    using memory = shac_memory<Env, networks, Device>;
    /// The decay rates in the code of SHAC's authors. They make Adam's means shorter than usual, since each gradient is of
    /// new states.
    static constexpr adam_config adam{.beta1 = 0.7f, .beta2 = 0.95f};

    static shac_config completed(shac_config config) {
        if (config.discount == 0.0f) {
            config.discount = static_cast<float>(discount_of<Env>);
        }
        check(config);
        return config;
    }

    std::size_t samples() const { return config_.environments * config_.horizon; }
    normalizer<Env::observation_size> normalization() const {
        return normalizer<Env::observation_size>::from(*memory_.observation_moments.data(), config_.normalize_observations);
    }

    /// Returns the index of the newest window among the windows from which the critic learns.
    std::size_t newest() const { return log_.iterations() % config_.critic_windows; }
    std::size_t known_windows() const { return std::min(log_.iterations() + 1, config_.critic_windows); }

    void revalue_older_windows() {
        for (std::size_t place = 0; place < known_windows(); ++place) {
            if (place != newest()) {
                device_->for_each(memory_.packs, shac_revaluation(config_, memory_, place));
            }
        }
    }

    window newest_window() {
        return shac_newest_window<Env, networks>(env_, config_, memory_, log_.iterations(), normalization());
    }

    /// Takes one step of the actor by the mean gradient of `replay_batch` of the kept windows, or of all if there are fewer.
    /// `update` counts these steps in an iteration from 0, and each draws its windows anew.
    void replay(float rate, std::size_t update) {
        std::size_t const kept = config_.replay_windows, known = std::min(log_.iterations() + 1, kept);
        std::size_t const batch = std::min(known, config_.replay_batch);
        permutation const drawn(config_.seed, known, log_.iterations() * config_.replay_updates + update);
        window back = newest_window();
        back.per_sample /= static_cast<float>(batch);
        for (std::size_t k = 0; k < batch; ++k) {
            std::size_t const place = drawn(k), age = (log_.iterations() + kept - place) % kept;
            bool const has_tapes = age <= log_.iterations() - tapes_since_;
            auto const recall = shac_recalled<Env, networks>(env_, config_, memory_, place, has_tapes, back.normalized);
            device_->for_each(memory_.packs, recall);
            back.view.steps_of_pack = recall.view.steps_of_pack;
            back.view.gradients = memory_.actor.gradients.data() + k * memory_.groups * actor::parameter_count;
            device_->for_each(memory_.groups, shac_backward<Env, networks>{back});
        }
        improve_actor(rate, batch * memory_.groups);
    }

    /// Returns the kernel that takes a step of Network. The network's parameters begin at `begin`, its transposed weights
    /// at `transposed`.
    template <class Network, class Optimizer>
    shac_descend<Network> descender(float rate, Optimizer& of, std::size_t slices, std::size_t begin, std::size_t transposed) {
        adam_config chosen = adam;
        chosen.learning_rate = rate;
        return {.adam = chosen,
                .gradient_norm = config_.gradient_norm,
                .slices = slices,
                .gradients = of.gradients.data(),
                .gradient = of.gradient.data(),
                .parameters = memory_.parameters.data() + begin,
                .first_moment = of.first_moment.data(),
                .second_moment = of.second_moment.data(),
                .transposed_weights = memory_.transposed_weights.data() + transposed,
                .steps_taken = of.steps_taken.data(),
                .norm = of.norm.data()};
    }

    shac_follow<critic> follower(float rate) {
        return {rate, memory_.parameters.data() + networks::critic_begin, memory_.target.data(),
                memory_.target_transposed.data()};
    }

    void improve_actor(float rate, std::size_t slices) {
        device_->for_each(1, descender<actor>(rate, memory_.actor, slices, 0, 0));
        require_finite(*memory_.actor.norm.data(), memory_.actor.gradient, 0);
    }

    /// Trains the critic on the known windows, and returns half the mean squared error of its values.
    double improve_critic(float rate) {
        std::size_t const of_window = samples() / sample_group, groups = of_window / config_.critic_minibatches;
        std::size_t const all = of_window * known_windows();
        std::size_t const slices = critic_kernel::slices_of(groups);
        double loss = 0;
        for (std::size_t epoch = 0; epoch < config_.critic_epochs; ++epoch) {
            permutation const shuffled(config_.seed, all, log_.iterations() * config_.critic_epochs + epoch);
            for (std::size_t first = 0; first < all; first += groups) {
                device_->for_each(
                    slices, critic_kernel{.shuffled = shuffled,
                                          .first_group = first,
                                          .groups = groups,
                                          .samples = memory_.samples.data(),
                                          .parameters = memory_.parameters.data() + networks::critic_begin,
                                          .transposed_weights = memory_.transposed_weights.data() + networks::critic_transposed,
                                          .gradients = memory_.critic.gradients.data(),
                                          .losses = memory_.losses.data()});
                device_->for_each(
                    1, descender<critic>(rate, memory_.critic, slices, networks::critic_begin, networks::critic_transposed));
                require_finite(*memory_.critic.norm.data(), memory_.critic.gradient, 1);
                for (std::size_t slice = 0; slice < slices; ++slice) {
                    loss += static_cast<double>(memory_.losses.data()[slice]);
                }
            }
        }
        return loss / static_cast<double>(all * sample_group * config_.critic_epochs);
    }

    template <class Buffer>
    void require_finite(float norm, Buffer const& gradient, int network) const {
        if (std::isfinite(norm)) {
            return;
        }
        std::string const tensor = network == 0 ? nonfinite_layer<actor>("actor", {gradient.data(), actor::parameter_count})
                                                : nonfinite_layer<critic>("critic", {gradient.data(), critic::parameter_count});
        stop_nonfinite(std::string(name), tensor.empty() ? "all parameters together" : tensor, log_.iterations() + 1, steps_,
                       "no checkpoint was touched");  // the policy may have made a step in this iteration
    }

    Device* device_;
    shac_config config_;
    Env env_;
    memory memory_;
    iteration_log log_;
    std::size_t steps_ = 0;
    std::size_t tapes_since_ = 0;  ///< the first iteration whose steps have tapes, since a checkpoint has no tapes
};

}  // namespace lockstep
