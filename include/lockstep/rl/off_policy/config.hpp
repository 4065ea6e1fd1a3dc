// SPDX-License-Identifier: MIT
// What a user may set of an off-policy learner. sac_config and td3_config share one list of members.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/philox.hpp>
#include <lockstep/rl/common/config_check.hpp>
#include <lockstep/rl/common/member_help.hpp>
#include <lockstep/rl/common/only_in.hpp>

namespace lockstep {

struct sac_method;
struct td3_method;
struct target_networks;
struct batch_renormalization;
struct categorical_values_support;

/// The defaults of a method. A method may replace them.
struct off_policy_defaults {
    static constexpr bool has_targets = true;   ///< slow copies of the networks; without them batches are renormalised (CrossQ)
    static constexpr bool has_support = false;  ///< bounds of values: categorical critics (rl/off_policy/categorical_critic.hpp)
    static constexpr float learning_rate = 3e-4f;
    static constexpr float adam_beta1 = 0.9f;
};

/// The configuration of an off-policy learner. Method has the name of this configuration, its defaults, and the checks of the
/// members that only this method has. Sizes of 0 are computed from the other members (rl/off_policy/sizes.hpp), so
/// {.steps = 300'000} is a whole configuration.
template <class Method>
struct off_policy_config {
    using method = Method;
    template <bool Has, class Number, class Owner>
    using number_if = std::conditional_t<Has, Number, only_in<Owner>>;
    template <class Owner>
    using number_of = number_if<std::derived_from<Method, Owner>, float, Owner>;

    std::size_t environments = 16;  ///< how many run in lockstep; a multiple of sample_group, or 1, 2, 4 or 8
    std::size_t steps = 1'000'000;  ///< of all environments together; then done() is true
    std::uint64_t seed = 1;  ///< of all random draws

    /// Steps of each environment in an iteration, which ends with a report. 0: computed from environments, so that an iteration
    /// has about 1024 steps of all environments together.
    std::size_t horizon = 0;
    /// Steps of all environments with uniform actions, before the first update; below `steps`. 0: 5000, or half of `steps` if
    /// that is less. With 1 there is hardly a warm-up: only the first action of each environment is random.
    std::size_t warmup = 0;
    /// The longest time, in steps, that an environment holds one component of its random actions in the warm-up. The times are 1,
    /// 1, 2, 4, ..., longest_hold, then 1 again, and the components take turns. It must be a power of two. With 1, all components
    /// are drawn again in every step. Actions that change in every step cancel out: with them the car of MountainCarContinuous
    /// does not climb its hill. If all six components of an action are held, HalfCheetah falls on its back, and learns to slide
    /// on it.
    std::size_t longest_hold = 32;
    std::size_t capacity = 1'000'000;  ///< of the replay buffer, in steps of all environments together
    std::size_t batch = 256;           ///< samples of an update
    std::size_t n_step = 1;            ///< rewards before a target bootstraps
    /// Critic updates for each update of the actor. SAC's temperature and TD3's target networks are updated with the actor.
    std::size_t actor_delay = Method::actor_delay;
    float updates_per_step = 1.0f;  ///< updates for each step of one environment after the warm-up: the updates-to-data ratio

    float actor_learning_rate = Method::learning_rate;   ///< step size of Adam for the actor, at the start
    float critic_learning_rate = Method::learning_rate;  ///< step size of Adam for the critics, at the start
    number_of<sac_method> temperature_learning_rate{Method::learning_rate};  ///< 0: the temperature stays as it is
    /// The share of the learning rates that is left at the last step. Learning rates fall linearly; with 1 they do not fall. A
    /// training that continues from a checkpoint with another number of `steps` follows the new line, and so does
    /// importance_exponent. PPO's final_learning_rate is a rate, not a share.
    float final_rate_share = 1.0f;
    float adam_beta1 = Method::adam_beta1;            ///< share of the mean gradient that a step keeps
    number_of<sac_method> initial_temperature{1.0f};  ///< alpha, the weight of the entropy beside the reward
    number_of<sac_method> target_entropy{-1.0f};      ///< for each component of an action in [-1, 1], in nats
    number_of<td3_method> exploration_noise{0.1f};    ///< deviation of the noise added to an action, which lies in [-1, 1]
    number_of<td3_method> target_noise{0.2f};         ///< deviation of the noise added to the target policy's action
    number_of<td3_method> target_noise_clip{0.5f};    ///< bound of this noise
    float discount = 0.0f;  ///< gamma; 0: that of the environment (envs/concept/discount.hpp), or 0.99 if it states none
    number_if<Method::has_targets, float, target_networks> target_rate{0.005f};  ///< tau: the share by which target networks move
    /// The number of updates of a network in which its batches are normalised without a correction towards the
    /// running statistics.
    number_if<!Method::has_targets, std::size_t, batch_renormalization> renorm_warmup{100'000};
    /// The share of the running statistics that an update keeps.
    number_if<!Method::has_targets, float, batch_renormalization> renorm_momentum{0.99f};

    /// The least and the greatest atom of a categorical critic. Atoms are discounted returns.
    number_if<Method::has_support, float, categorical_values_support> least_value{0.0f};
    number_if<Method::has_support, float, categorical_values_support> greatest_value{0.0f};

    bool normalize_observations = true;  ///< by the running mean and deviation, clipped to +-10; false: only clipped
    bool stagger_episodes = true;        ///< the first episodes begin as if part of them were over, so that not all end at once
    bool scale_rewards = false;          ///< by the running deviation of the discounted return

    float priority_exponent = 0.0f;    ///< of a sample's error in its probability of replay; 0: uniform replay
    float importance_exponent = 0.4f;  ///< of 1 / probability in a sample's weight, at the start; it rises to 1 at the last step
    float least_priority = 1e-2f;      ///< added to every error
};

/// Calls visit(name, member) for each member that can be set. Checkpoints store these members, and a command line may set them.
template <class Config, class Visit>
    requires std::same_as<std::remove_const_t<Config>, off_policy_config<typename Config::method>>
constexpr void for_each_member(Config& config, Visit&& visit) {
    auto const visit_own = [&](char const* name, auto& member) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(member)>>) {
            visit(name, member);
        }
    };
    visit("environments", config.environments);
    visit("steps", config.steps);
    visit("seed", config.seed);
    visit("horizon", config.horizon);
    visit("warmup", config.warmup);
    visit("longest_hold", config.longest_hold);
    visit("capacity", config.capacity);
    visit("batch", config.batch);
    visit("n_step", config.n_step);
    visit("actor_delay", config.actor_delay);
    visit("updates_per_step", config.updates_per_step);
    visit("actor_learning_rate", config.actor_learning_rate);
    visit("critic_learning_rate", config.critic_learning_rate);
    visit_own("temperature_learning_rate", config.temperature_learning_rate);
    visit("final_rate_share", config.final_rate_share);
    visit("adam_beta1", config.adam_beta1);
    visit_own("initial_temperature", config.initial_temperature);
    visit_own("target_entropy", config.target_entropy);
    visit_own("exploration_noise", config.exploration_noise);
    visit_own("target_noise", config.target_noise);
    visit_own("target_noise_clip", config.target_noise_clip);
    visit("discount", config.discount);
    visit_own("target_rate", config.target_rate);
    visit_own("renorm_warmup", config.renorm_warmup);
    visit_own("renorm_momentum", config.renorm_momentum);
    visit_own("least_value", config.least_value);
    visit_own("greatest_value", config.greatest_value);
    visit("normalize_observations", config.normalize_observations);
    visit("stagger_episodes", config.stagger_episodes);
    visit("scale_rewards", config.scale_rewards);
    visit("priority_exponent", config.priority_exponent);
    visit("importance_exponent", config.importance_exponent);
    visit("least_priority", config.least_priority);
}

/// Returns what a member is and when to change it. It is a line of --help, and of the table in docs/sac.md.
template <class Method>
LOCKSTEP_COLD std::string_view help_of(off_policy_config<Method> const&, std::string_view member) {
    static constexpr member_help known[] = {
        {"environments", "run at the same time: a multiple of 16, or 1, 2, 4 or 8; more of them if steps are cheap"},
        {"steps", "of all environments together: how long you train"},
        {"seed", "of all random draws; another one shows how much luck there was"},
        {"horizon", "steps of each environment between reports; 0 follows from environments: about 1024 steps of all of them"},
        {"warmup", "steps with random actions before the first update; 0 follows from steps: 5000, or half of them if that is "
                   "less; 1 is hardly a warm-up"},
        {"longest_hold", "for how many steps a random action is held at most; a power of two; 1 draws a new action every "
                         "step"},
        {"capacity", "of the replay buffer, in steps; less if memory matters: images need much"},
        {"batch", "samples of an update; 128 learns nearly as well as 256 in half the time"},
        {"n_step", "rewards before a target bootstraps; 3 to 5 if rewards come late"},
        {"actor_delay", "critic updates for each update of the actor; SAC saves time with 2 or 3; TD3 with 1 is plain twin "
                        "DDPG"},
        {"updates_per_step", "of one environment; more learns from fewer steps, less is faster"},
        {"actor_learning_rate", "at the first step; 1e-3 for small networks"},
        {"critic_learning_rate", "at the first step; 1e-3 for small networks"},
        {"temperature_learning_rate", "at the first step; 0 keeps the temperature"},
        {"final_rate_share", "what is left of these rates at the last step; 0 for robots that can fall: the last updates are "
                             "then small"},
        {"adam_beta1", "share of the mean gradient that a step keeps; rarely changed"},
        {"initial_temperature", "weight of the entropy beside the reward; lower if rewards are small; try 0.01 in CrossQ if they "
                                "are scaled"},
        {"target_entropy", "for each component of an action, in nats; lower for fine control"},
        {"exploration_noise", "deviation of the noise added to an action in [-1, 1]; more if the policy stops exploring"},
        {"target_noise", "deviation of the noise added to the target policy's action; rarely changed"},
        {"target_noise_clip", "bound of that noise; rarely changed"},
        {"discount", "of later rewards; 0 is the environment's own, or 0.99; nearer to 1 if what counts comes late, 0.95 for "
                     "tasks of some twenty steps"},
        {"target_rate", "at which target networks follow; 0.02 for short trainings"},
        {"renorm_warmup", "updates before batches are renormalised; a tenth of the updates of a short training"},
        {"renorm_momentum", "share of the running statistics that an update keeps; rarely changed"},
        {"least_value", "the least discounted return that a categorical critic knows"},
        {"greatest_value", "the greatest one"},
        {"normalize_observations", "by their running mean and deviation; false if observations are scaled already"},
        {"stagger_episodes", "the first episodes begin as if part of them were over; false to compare with a library that "
                             "does not"},
        {"scale_rewards", "by the running deviation of the discounted return; true if rewards are far from 1"},
        {"priority_exponent", "of a sample's error in its probability of replay; 0 is uniform; 0.6 replays what surprised "
                              "more often"},
        {"importance_exponent", "of a sample's weight by its rarity, at the first step; only with priorities"},
        {"least_priority", "added to every error; only with priorities"},
    };
    return find_help(known, member);
}

/// Throws std::invalid_argument unless `least` and `greatest` are finite, `least` is below `greatest`, and floats can tell the
/// atoms between them apart.
LOCKSTEP_COLD inline void check_atoms(config_check const& must, float least, float greatest, std::size_t atoms) {
    must.within("least_value", least, -must.any, must.any);
    must.within("greatest_value", greatest, -must.any, must.any);
    must.below("least_value", least, "greatest_value", greatest);
    float const gap = (greatest - least) / static_cast<float>(atoms - 1);
    float const finest = 16 * std::numeric_limits<float>::epsilon() * std::max(std::abs(least), std::abs(greatest));
    if (gap < finest || gap > must.any) {
        must.refuse(formatted("least_value is %g and greatest_value %g, too %s for %zu floats between them",
                              static_cast<double>(least), static_cast<double>(greatest), gap < finest ? "close" : "far apart",
                              atoms));
    }
}

/// Throws std::invalid_argument if a member is wrong; the error names the member. A horizon of 0 is wrong: call with_sizes()
/// first. `atoms` is the number of atoms of a categorical critic.
template <class Method>
void check(off_policy_config<Method> const& config, [[maybe_unused]] std::size_t atoms = 2) {
    config_check const must{Method::config_name};
    auto const number = [](std::size_t x) { return std::to_string(x); };
    must.environments(config.environments);
    must.above_zero("steps", config.steps);
    if (config.warmup >= config.steps) {
        must.refuse("warmup is " + number(config.warmup) + ", not below steps, which is " + number(config.steps));
    }
    must.above_zero("horizon", config.horizon);
    must.at_most("longest_hold", config.longest_hold, most_counted);
    if (!std::has_single_bit(config.longest_hold)) {
        must.refuse("longest_hold is " + number(config.longest_hold) + ", not a power of two");
    }
    must.above_zero("batch", config.batch);
    must.above_zero("n_step", config.n_step);
    must.above_zero("actor_delay", config.actor_delay);
    must.at_most("actor_delay", config.actor_delay, std::numeric_limits<std::uint32_t>::max());
    must.at_most("capacity", config.capacity, most_counted);
    if (config.capacity < config.batch) {
        must.refuse("capacity is " + number(config.capacity) + ", less than the batch of " + number(config.batch));
    }
    if (config.n_step > config.capacity / config.environments) {
        must.refuse("n_step is " + number(config.n_step) + ", but a capacity of " + number(config.capacity) + " holds " +
                    number(config.capacity / config.environments) + " steps of each of " + number(config.environments) +
                    " environments");
    }
    must.positive("updates_per_step", config.updates_per_step);
    if (static_cast<double>(config.updates_per_step) * static_cast<double>(config.steps) > static_cast<double>(most_counted)) {
        must.refuse(formatted("updates_per_step is %g, which makes more than %zu updates of %zu steps",
                              static_cast<double>(config.updates_per_step), most_counted, config.steps));
    }
    must.positive("actor_learning_rate", config.actor_learning_rate);
    must.positive("critic_learning_rate", config.critic_learning_rate);
    must.fraction("final_rate_share", config.final_rate_share);
    must.fraction("discount", config.discount);
    must.within("adam_beta1", config.adam_beta1, 0, 0.9999f);
    if constexpr (Method::has_targets) {
        must.fraction("target_rate", config.target_rate);
    } else {
        must.fraction("renorm_momentum", config.renorm_momentum);
    }
    if constexpr (Method::has_support) {
        check_atoms(must, config.least_value, config.greatest_value, atoms);
    }
    must.fraction("priority_exponent", config.priority_exponent);
    must.fraction("importance_exponent", config.importance_exponent);
    must.within("least_priority", config.least_priority, 0, must.any);
    off_policy_config<Method> const defaults;
    auto const have_no_effect = [&](char const* name, float x, float default_value) {
        if (config.priority_exponent == 0.0f && x != default_value) {
            must.refuse(formatted("%s is %g, but has no effect, because priority_exponent is 0", name, static_cast<double>(x)));
        }
    };
    have_no_effect("importance_exponent", config.importance_exponent, defaults.importance_exponent);
    have_no_effect("least_priority", config.least_priority, defaults.least_priority);
    Method::check(must, config);
}

}  // namespace lockstep
