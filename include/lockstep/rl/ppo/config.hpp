// SPDX-License-Identifier: MIT
// The configuration of proximal policy optimisation.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/philox.hpp>
#include <lockstep/rl/common/config_check.hpp>
#include <lockstep/rl/common/idle_lanes.hpp>
#include <lockstep/rl/common/member_help.hpp>

namespace lockstep {

/// The limit of environments * horizon * agents * rollouts: the number of samples that a shuffle can tell apart.
inline constexpr std::size_t most_samples = most_counted;

/// The configuration of PPO. Sizes of 0 are computed from the other members (rl/ppo/sizes.hpp): {.steps = 300'000} is a whole
/// configuration.
struct ppo_config {
    /// The number of environments, which run in lockstep. It is a multiple of sample_group, or 1, 2, 4 or 8
    /// (rl/common/idle_lanes.hpp). 0: computed from steps and horizon.
    std::size_t environments = 0;
    std::size_t steps = 10'000'000;  ///< of all environments together, after which done() holds
    std::uint64_t seed = 1;  ///< of all random draws

    std::size_t horizon = 0;  ///< steps of each environment between updates. 0: computed from steps and environments
    /// Passes over the collected samples: an iteration makes epochs * environments * horizon / minibatch gradient steps, or fewer
    /// if target_kl ends them. With 5 a training takes 0.6 of the time, but the median of three trainings of Walker2d falls from
    /// 4497 to 2753, and Hopper's from 3343 to 2877. With 20 they fall to 3431 and 3051.
    std::size_t epochs = 10;
    /// Samples of a gradient step; a multiple of sample_group that divides environments * horizon. For a policy with a memory it
    /// must be a multiple of sample_group * horizon. 0: about an eighth of environments * horizon, or about a sixteenth if an
    /// action has at most four components, but not fewer than about 64. Samples are shuffled in groups of sample_group. If an
    /// environment has several agents, a gradient step has agent_count times as many samples.
    std::size_t minibatch = 0;

    /// The updates of an iteration use the samples of this many rollouts, the newest ones (Queeney et al. 2021, "Generalized
    /// proximal policy optimization with sample reuse"). The number of gradient steps does not depend on it. 1 is ordinary PPO.
    /// Where steps are few, set 4, with a clip of 0.07 to 0.1 and a shorter horizon than for 1. A number above 1 is refused for
    /// networks with a memory, for fewer environments than sample_group, and for more than one rank.
    std::size_t rollouts = 1;

    float learning_rate = 4e-4f;  ///< at the first step. With 1e-3 HalfCheetah learns faster, but Hopper often falls
    /// The learning rate after `steps` steps. The rate changes linearly from learning_rate to this number. A training that
    /// continues from a checkpoint with other `steps` follows the new line. Other learners have a final_rate_share instead, a
    /// share of their learning rates.
    float final_learning_rate = 0.0f;
    /// Gamma. 0: the discount that the environment states (envs/concept/discount.hpp), or 0.99 if it states none. With 0.98
    /// Hopper learns to leap once and fall, with 0.995 to stand still.
    float discount = 0.0f;
    /// The lambda of the advantage estimation. With 0.95 the median of nine trainings of Hopper falls from 3272 to 3036, and that
    /// of three of Humanoid from 1118 to 749.
    float lambda = 0.97f;
    /// Epsilon of the surrogate objective. With 0.1 the median of three trainings of Ant falls from 3827 to 2352, with 0.3
    /// Walker2d's falls from 4497 to 2809.
    float clip = 0.2f;
    /// True: the ratio of probabilities is not clipped. Instead a penalty pulls the ratio to 1 + clip if the advantage is
    /// positive, and to 1 - clip if it is negative (Xie et al. 2024, "Simple policy optimization"). Use it with a clip of 0.4 to
    /// 0.6 and a target_kl of 0.
    bool penalize_ratio = false;
    /// If positive: moving a value further than this in an iteration lowers no loss. With 0.2 the median of three trainings of
    /// Walker2d falls from 4497 to 3537, and Ant's from 3827 to 3450.
    float value_clip = 0.0f;
    /// Weight of the critic's loss. With 0.25 the median of three trainings of Ant falls from 3827 to 3356, with 1 to 3002.
    float value_coefficient = 0.5f;
    /// Weight of the entropy; a positive weight rewards entropy. With 0.01 the median of three trainings of Ant falls from 3827 to
    /// 2385, and with 0.001 Hopper's falls from 3343 to 2992.
    float entropy_coefficient = 0.0f;
    /// The gradient of all parameters is scaled down to this norm; 0: never. With 0.5 the median of three trainings of Hopper
    /// falls from 3343 to 1417, with 2 Walker2d's falls from 4497 to 2193, and with 0 Ant's from 3827 to 3301.
    float gradient_norm = 1.0f;
    /// If positive: an iteration ends its updates at the first minibatch in which the divergence of the policy exceeds 1.5 times
    /// this number. That minibatch makes no gradient step. With 0.01 the median of three trainings of Ant falls from 3827 to
    /// 3012, with 0.04 to 3018, and without a limit to 2865.
    float target_kl = 0.02f;
    /// True: target_kl ends the updates of the policy only, and the critic learns up to the last epoch (Achiam 2018, "Spinning Up
    /// in deep reinforcement learning"). In the minibatch that ends the policy's updates, the critic's gradient is clipped by the
    /// norm of both gradients together. If that norm is not finite, the norm of the critic's gradient is used.
    bool critic_continues = false;
    /// If positive: the learning rate follows the divergence (Rudin et al. 2021, "Learning to walk in minutes using massively
    /// parallel deep reinforcement learning"). Before the gradient step of each minibatch, except the first of an iteration, the
    /// rate is divided by 1.5 if the divergence is above 2 * desired_kl, and multiplied by 1.5 if it is below desired_kl / 2. So
    /// the rate changes only if an iteration has at least two minibatches. It stays between 0.01 and 10 times the rate without
    /// desired_kl. If target_kl is positive, desired_kl must be below 0.75 * target_kl.
    float desired_kl = 0.0f;
    /// Standard deviation of the first policy's actions if an action has one component; the range of actions is [-1, 1]. If an
    /// action has n components, each begins with initial_deviation / n^0.6, so that a robot with many joints is not moved more
    /// than one with few. With 0.6 the median of three trainings of Hopper falls from 3343 to 1514, with 2.5 Ant's falls from
    /// 3827 to 1941.
    float initial_deviation = 1.25f;

    bool normalize_observations = true;  ///< by running mean and deviation, clipped to [-10, 10]; false: only clipped
    /// If positive: only the first `observed` numbers of an observation matter. The other numbers are divided by 1e15, so the
    /// networks see almost 0. This includes numbers that only the critic observes. Ant learns faster without its 78 contact
    /// forces, which are 0 most of the time. A positive number needs normalize_observations.
    std::size_t observed = 0;
    bool scale_rewards = true;           ///< divides them by the running deviation of the discounted return, clips to [-10, 10]
    bool normalize_advantages = true;    ///< by their mean and deviation over the rollouts in use
    bool stagger_episodes = true;        ///< the first episodes begin as if partly over, so that not all end at the same time
};

/// Calls visit(name, member) for each member in order: a checkpoint stores these members, and a command line may set them.
template <class Config, class Visit>
    requires std::same_as<std::remove_const_t<Config>, ppo_config>
constexpr void for_each_member(Config& config, Visit&& visit) {
    visit("environments", config.environments);
    visit("steps", config.steps);
    visit("seed", config.seed);
    visit("horizon", config.horizon);
    visit("epochs", config.epochs);
    visit("minibatch", config.minibatch);
    visit("rollouts", config.rollouts);
    visit("learning_rate", config.learning_rate);
    visit("final_learning_rate", config.final_learning_rate);
    visit("discount", config.discount);
    visit("lambda", config.lambda);
    visit("clip", config.clip);
    visit("penalize_ratio", config.penalize_ratio);
    visit("value_clip", config.value_clip);
    visit("value_coefficient", config.value_coefficient);
    visit("entropy_coefficient", config.entropy_coefficient);
    visit("gradient_norm", config.gradient_norm);
    visit("target_kl", config.target_kl);
    visit("critic_continues", config.critic_continues);
    visit("desired_kl", config.desired_kl);
    visit("initial_deviation", config.initial_deviation);
    visit("normalize_observations", config.normalize_observations);
    visit("observed", config.observed);
    visit("scale_rewards", config.scale_rewards);
    visit("normalize_advantages", config.normalize_advantages);
    visit("stagger_episodes", config.stagger_episodes);
}

/// Returns the sentence about a member in --help and in the table of docs/ppo.md: what the member is, and when to change it.
LOCKSTEP_COLD inline std::string_view help_of(ppo_config const&, std::string_view member) {
    static constexpr member_help known[] = {
        {"environments", "run at the same time: a multiple of 16, or 1, 2, 4 or 8; 0 follows from the others; more of them "
                         "and a shorter horizon for tasks with short episodes"},
        {"steps", "of all environments together: how long you train"},
        {"seed", "of all random draws; another one shows how much luck there was"},
        {"horizon", "steps of each environment between updates; 0 follows from the others; longer for sparse rewards"},
        {"epochs", "passes over what was collected; fewer if processor time matters more than steps"},
        {"minibatch", "samples of a gradient step; divides environments * horizon; 0 follows from the others; smaller ones "
                      "make more updates of the same samples"},
        {"rollouts", "how many of the newest an iteration learns from; 4 with a clip of 0.07 to 0.1 where steps are few"},
        {"learning_rate", "at the first step; up to 1e-3 for robots that cannot fall, lower if returns collapse"},
        {"final_learning_rate", "at the last step, linearly in between; above 0 if you will continue the training"},
        {"discount", "of later rewards; 0 is the environment's own, or 0.99; nearer to 1 if what counts comes late"},
        {"lambda", "of the advantages (GAE); lower if the critic is good and rewards are noisy"},
        {"clip", "how far the ratio of probabilities may go from 1; rarely changed"},
        {"penalize_ratio", "a penalty takes the place of the clip; true with a clip of 0.4 to 0.6 and a target_kl of 0, for "
                           "robots that cannot fall"},
        {"value_clip", "if positive, how far the updates of an iteration may move a value; rarely changed"},
        {"value_coefficient", "weight of the critic's loss; rarely changed"},
        {"entropy_coefficient", "weight of the entropy; 0.01 for discrete actions, or if the policy stops exploring"},
        {"gradient_norm", "the gradient is scaled down to this norm; 0 never scales; rarely changed"},
        {"target_kl", "an iteration ends when the divergence exceeds 1.5 times this; 0 for tasks that are solved early and "
                      "then lose what they know"},
        {"critic_continues", "only the policy's updates end there; true where that comes so early that the critic learns "
                             "little"},
        {"desired_kl", "if positive, the learning rate follows the divergence; 0.01 with a target_kl of 0, for a task whose "
                       "learning rate you do not know; tuned rates did better"},
        {"initial_deviation", "of the first policy's actions; lower if random actions break things, higher if they do "
                              "nothing"},
        {"normalize_observations", "by their running mean and deviation; false if observations are scaled already and their "
                                   "range shifts"},
        {"observed", "if positive, only this many numbers of an observation count, the first ones; the others are 0 to the "
                     "networks"},
        {"scale_rewards", "by the running deviation of the discounted return; false if the size of the reward must be kept"},
        {"normalize_advantages", "by their mean and deviation over the rollout; false if advantages are small and meant to "
                                 "be"},
        {"stagger_episodes", "the first episodes begin as if part of them were over; false to compare with a library that "
                             "does not"},
    };
    return find_help(known, member);
}

/// Throws std::invalid_argument if a member is wrong; the error names the member. Sizes of 0 are wrong: call with_sizes() first.
LOCKSTEP_COLD inline void check(ppo_config const& config) {
    config_check const must{"ppo_config"};
    must.environments(config.environments);
    must.above_zero("horizon", config.horizon);
    must.above_zero("epochs", config.epochs);
    must.above_zero("rollouts", config.rollouts);
    if (config.horizon > most_samples / config.environments) {
        must.refuse(formatted("environments * horizon is %zu * %zu, above 2^32", config.environments, config.horizon));
    }
    std::size_t const samples = config.environments * config.horizon;
    if (samples % sample_group != 0) {
        must.refuse(formatted("environments * horizon is %zu * %zu, not a multiple of %zu", config.environments, config.horizon,
                              sample_group));
    }
    must.multiple("minibatch", config.minibatch, sample_group);
    if (samples % config.minibatch != 0) {
        must.refuse(formatted("minibatch is %zu, which does not divide environments * horizon = %zu * %zu = %zu; a minibatch of "
                              "0 follows from them",
                              config.minibatch, config.environments, config.horizon, samples));
    }
    must.above_zero("steps", config.steps);
    must.positive("learning_rate", config.learning_rate);
    must.within("final_learning_rate", config.final_learning_rate, 0, must.any);
    must.fraction("discount", config.discount);
    must.fraction("lambda", config.lambda);
    must.positive("clip", config.clip);
    must.within("value_clip", config.value_clip, 0, must.any);
    must.within("value_coefficient", config.value_coefficient, 0, must.any);
    must.within("entropy_coefficient", config.entropy_coefficient, -must.any, must.any);
    must.within("gradient_norm", config.gradient_norm, 0, must.any);
    must.within("target_kl", config.target_kl, 0, must.any);
    must.within("desired_kl", config.desired_kl, 0, must.any);
    if (config.target_kl > 0) {  // otherwise an iteration ends before the learning rate may fall
        must.below("desired_kl", config.desired_kl, "0.75 * target_kl", 0.75f * config.target_kl);
    }
    if (config.observed > 0 && !config.normalize_observations) {
        must.refuse(formatted("observed is %zu, which needs normalize_observations", config.observed));
    }
    must.within("initial_deviation", config.initial_deviation, 1e-6f, 1e6f);
}

/// Throws std::invalid_argument if environments * horizon * agents is more than the number of samples that a shuffle can tell
/// apart.
LOCKSTEP_COLD inline void check_samples(ppo_config const& config, std::size_t agents) {
    if (std::size_t const steps = config.environments * config.horizon; steps > most_samples / agents) {
        config_check{"ppo_config"}.refuse(
            formatted("environments * horizon * agents is %zu * %zu, above 2^32", steps, agents));
    }
}

/// Throws std::invalid_argument if there are fewer environments than sample_group. Call it for a policy with a memory, for
/// several agents and for several rollouts, since these need whole groups. `needed_by` names which of these the training has; the
/// message contains it.
LOCKSTEP_COLD inline void check_whole_groups(ppo_config const& config, char const* needed_by) {
    if (has_idle_lanes(config.environments)) {
        config_check{"ppo_config"}.refuse(formatted("environments is %zu, but %s needs a multiple of %zu", config.environments,
                                                    needed_by, sample_group));
    }
}

/// Throws std::invalid_argument if the training cannot use earlier rollouts: with a recurrent policy, with several ranks, with
/// fewer environments than sample_group, or with more than most_samples samples. Call it if `rollouts` is above 1.
LOCKSTEP_COLD inline void check_earlier_rollouts(ppo_config const& config, bool remembers, std::size_t agents,
                                                 std::size_t ranks) {
    config_check const must{"ppo_config"};
    if (remembers || ranks > 1) {
        must.refuse(formatted("rollouts is %zu, but %s", config.rollouts,
                              remembers ? "a policy with a memory needs 1" : "several ranks need 1"));
    }
    check_whole_groups(config, "a number of rollouts above 1");
    if (std::size_t const steps = config.environments * config.horizon; steps * agents > most_samples / config.rollouts) {
        must.refuse(formatted("environments * horizon * agents * rollouts is %zu * %zu * %zu, above 2^32", steps, agents,
                              config.rollouts));
    }
}

/// Throws std::invalid_argument if a minibatch does not consist of whole groups of environments with their whole rollouts, as a
/// recurrent policy needs.
LOCKSTEP_COLD inline void check_whole_rollouts(ppo_config const& config) {
    if (std::size_t const rollout = config.horizon * sample_group; config.minibatch % rollout != 0) {
        config_check{"ppo_config"}.refuse(
            formatted("minibatch is %zu, not a multiple of horizon * %zu = %zu, as a recurrent policy needs", config.minibatch,
                      sample_group, rollout));
    }
}

}  // namespace lockstep
