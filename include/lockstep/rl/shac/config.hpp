// SPDX-License-Identifier: MIT
// The configuration of SHAC.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/rl/common/config_check.hpp>
#include <lockstep/rl/common/member_help.hpp>

namespace lockstep {

/// The configuration of SHAC. The article has 64 environments and windows of 32 steps, for contacts that are softer than those of
/// MuJoCo. The sizes here are for the contacts of MuJoCo (bench/learning/README.md says what was tried).
struct shac_config {
    std::size_t environments = 16;  ///< N of the article; a multiple of sample_group
    std::size_t steps = 400'000;    ///< of all environments together, after which done() holds
    std::uint64_t seed = 1;         ///< of all random draws

    std::size_t horizon = 8;             ///< h: steps of a window, through which the gradient runs
    float actor_learning_rate = 4e-3f;   ///< at the start
    float critic_learning_rate = 2e-3f;  ///< at the start
    float final_rate_share = 0.0f;       ///< at the last step both rates are this share of those at the start; they fall linearly
    float discount = 0.0f;               ///< gamma; 0: that of the environment (envs/concept/discount.hpp)
    float lambda = 0.95f;                ///< of the critic's targets, TD(lambda)
    float gradient_norm = 1.0f;          ///< the gradient of each network is scaled down to this norm; 0: never
    /// If the backward pass through one step makes the gradient with respect to an environment's state more than this many times
    /// longer, the window ends at that step: the step's action gets no gradient, and for earlier actions the target critic's
    /// value of the state before the step replaces what follows. A step that terminates an episode ends no window: nothing
    /// follows it whose gradient could grow. 0: never. This is the truncated window of AHAC (Georgiev et al. 2024, "Adaptive
    /// horizon actor-critic for policy learning in contact-rich differentiable simulation", arXiv 2405.17784). There a window
    /// ends if the norm of a step's derivative exceeds a bound. Here the bound is on the growth of this gradient, so a stiff
    /// contact with no effect on it ends no window.
    float growth_limit = 3.0f;
    /// If positive: all environments have windows of one length, as in AHAC. Dual variables adapt this length so that a step
    /// backward grows the gradient by this factor on average (rl/shac/length.hpp). `horizon` is then the greatest length. An
    /// iteration still makes `horizon` steps, in which shorter windows follow each other. 0: windows are `horizon` long.
    float length_growth = 0.0f;
    float length_rate = 0.01f;  ///< the rate at which the dual variables and the length change

    /// In each step backward, this factor multiplies the gradient that comes to the state through the environment's step. It does
    /// not multiply the part that comes through the policy's observation. So a distant reward counts less in the policy's
    /// gradient, but not in the value (Zhang et al. 2025, "Learning vision-based agile flight via differentiable physics"). With
    /// 1 the gradient does not decay.
    float gradient_decay = 1.0f;

    /// Near a bound of an action the slope of tanh vanishes. Then no gradient reaches the policy, and the policy keeps its gait.
    /// In the backward pass the slope counts as at least this number: 0 is the exact gradient, 1 a straight-through estimator
    /// (Bengio, Leonard and Courville 2013, "Estimating or propagating gradients through stochastic neurons").
    float least_slope = 0.0f;
    float mean_penalty = 0.0f;  ///< weight, in the policy's loss, of half the squared mean of each action before it is squashed

    std::size_t critic_epochs = 16;      ///< passes of the critic over its windows
    std::size_t critic_minibatches = 4;  ///< of a pass over one window; divides environments / sample_group * horizon
    /// How many of the newest windows the critic learns from (rl/shac/past_windows.hpp). The article has 1.
    std::size_t critic_windows = 1;
    /// How many further steps of Adam the actor takes in each iteration. The gradient of each is the mean over `replay_batch`
    /// windows, drawn from the newest `replay_windows` windows (rl/shac/replay.hpp). replay_batch must be at most replay_windows.
    /// These steps cost processor time, but no steps of the environments. The article has none.
    std::size_t replay_updates = 0;
    std::size_t replay_windows = 1;
    std::size_t replay_batch = 1;
    float target_rate = 0.8f;  ///< 1 - alpha: the share of the way to the critic that the target critic moves in an iteration
    /// policy() returns a running mean of the policies. In each iteration this mean moves to the newest policy by this share of
    /// the way. So the mean changes less than the policy that acts and learns. 1: policy() returns the newest policy.
    float average_rate = 1.0f;
    float initial_deviation = 0.37f;  ///< of the noise of the first policy's actions, before they are squashed

    bool normalize_observations = true;  ///< by the running mean and deviation, clipped to +-10; false: only clipped
    bool scale_rewards = true;           ///< divides them by the running deviation of the discounted return
    bool stagger_episodes = true;        ///< the first episodes begin as if partly over, so that not all end at the same time
};

/// Calls visit(name, member) for each member in order: a checkpoint stores these members, and a command line may set them.
template <class Config, class Visit>
    requires std::same_as<std::remove_const_t<Config>, shac_config>
constexpr void for_each_member(Config& config, Visit&& visit) {
    visit("environments", config.environments);
    visit("steps", config.steps);
    visit("seed", config.seed);
    visit("horizon", config.horizon);
    visit("actor_learning_rate", config.actor_learning_rate);
    visit("critic_learning_rate", config.critic_learning_rate);
    visit("final_rate_share", config.final_rate_share);
    visit("discount", config.discount);
    visit("lambda", config.lambda);
    visit("gradient_norm", config.gradient_norm);
    visit("growth_limit", config.growth_limit);
    visit("length_growth", config.length_growth);
    visit("length_rate", config.length_rate);
    visit("gradient_decay", config.gradient_decay);
    visit("least_slope", config.least_slope);
    visit("mean_penalty", config.mean_penalty);
    visit("critic_epochs", config.critic_epochs);
    visit("critic_minibatches", config.critic_minibatches);
    visit("critic_windows", config.critic_windows);
    visit("replay_updates", config.replay_updates);
    visit("replay_windows", config.replay_windows);
    visit("replay_batch", config.replay_batch);
    visit("target_rate", config.target_rate);
    visit("average_rate", config.average_rate);
    visit("initial_deviation", config.initial_deviation);
    visit("normalize_observations", config.normalize_observations);
    visit("scale_rewards", config.scale_rewards);
    visit("stagger_episodes", config.stagger_episodes);
}

/// Returns the sentence about a member in --help and in the table of docs/shac.md: what the member is, and when to change it.
LOCKSTEP_COLD inline std::string_view help_of(shac_config const&, std::string_view member) {
    static constexpr member_help known[] = {
        {"environments", "run at the same time; a multiple of 16; 64 if contacts are soft"},
        {"steps", "of all environments together: how long you train"},
        {"seed", "of all random draws; another one shows how much luck there was"},
        {"horizon", "steps of a window, through which the gradient runs; up to 32 if contacts are soft"},
        {"actor_learning_rate", "at the first step"},
        {"critic_learning_rate", "at the first step"},
        {"final_rate_share", "what is left of these rates at the last step; 1 keeps the rates"},
        {"discount", "of later rewards; 0 is the environment's own, or 0.99"},
        {"lambda", "of the critic's targets, TD(lambda)"},
        {"gradient_norm", "the gradient of each network is scaled down to this norm; 0 never scales; rarely changed"},
        {"growth_limit", "growth of the gradient in one step at which its window ends; 0 without contacts: windows never end "
                         "early"},
        {"length_growth", "of the gradient in a step, its mean, to which the length of windows adapts; 0: it is the horizon"},
        {"length_rate", "of this length, in each iteration"},
        {"gradient_decay", "of the gradient in each step backward; less than 1 where gradients of distant rewards are wild"},
        {"least_slope", "of the bounds of actions, for the gradient; 0.3 if actions stay at their bounds"},
        {"mean_penalty", "weight of the square of the actions' mean; 0.001 beside least_slope"},
        {"critic_epochs", "passes of the critic over its windows; fewer if processor time matters more than steps"},
        {"critic_minibatches", "of a pass over one window; divides environments / 16 * horizon"},
        {"critic_windows", "the newest ones, from which the critic learns; 2 or 3 if steps matter more than processor time"},
        {"replay_updates", "further steps of the actor in each iteration, by stored windows; 4 if steps matter more than time"},
        {"replay_windows", "the newest ones, which are kept for these steps; memory grows with it"},
        {"replay_batch", "windows of such a step, drawn from those that are kept"},
        {"target_rate", "the share of the way that the target critic goes to the critic"},
        {"average_rate", "of the running mean that is the trained policy; 1: it is the newest policy"},
        {"initial_deviation", "of the noise of the first policy's actions"},
        {"normalize_observations", "by their running mean and deviation"},
        {"scale_rewards", "by the running deviation of the discounted return"},
        {"stagger_episodes", "the first episodes begin as if part of them were over"},
    };
    return find_help(known, member);
}

/// Throws std::invalid_argument if a member is wrong; the error names the member. Before the call, replace a discount of 0 by
/// that of the environment.
inline void check(shac_config const& config) {
    config_check const must{"shac_config"};
    must.multiple("environments", config.environments, sample_group);
    must.at_most("environments", config.environments, std::size_t(1) << 20);
    must.above_zero("steps", config.steps);
    must.above_zero("horizon", config.horizon);
    must.at_most("horizon", config.horizon, std::size_t(1) << 12);
    must.positive("actor_learning_rate", config.actor_learning_rate);
    must.positive("critic_learning_rate", config.critic_learning_rate);
    must.fraction("final_rate_share", config.final_rate_share);
    must.fraction("discount", config.discount);
    must.fraction("lambda", config.lambda);
    must.within("gradient_norm", config.gradient_norm, 0, must.any);
    must.within("growth_limit", config.growth_limit, 0, must.any);
    must.within("length_growth", config.length_growth, 0, must.any);
    must.positive("length_rate", config.length_rate);
    must.fraction("gradient_decay", config.gradient_decay);
    must.fraction("least_slope", config.least_slope);
    must.within("mean_penalty", config.mean_penalty, 0, must.any);
    must.above_zero("critic_epochs", config.critic_epochs);
    must.above_zero("critic_minibatches", config.critic_minibatches);
    if (std::size_t const groups = config.environments / sample_group * config.horizon; groups % config.critic_minibatches != 0) {
        must.refuse("critic_minibatches is " + std::to_string(config.critic_minibatches) +
                    ", which does not divide environments / " + std::to_string(sample_group) +
                    " * horizon = " + std::to_string(groups));
    }
    must.above_zero("critic_windows", config.critic_windows);
    must.at_most("critic_windows", config.critic_windows, std::size_t(1) << 12);
    must.above_zero("replay_windows", config.replay_windows);
    must.at_most("replay_windows", config.replay_windows, std::size_t(1) << 12);
    must.above_zero("replay_batch", config.replay_batch);
    must.at_most("replay_batch", config.replay_batch, config.replay_windows);
    must.fraction("target_rate", config.target_rate);
    must.within("average_rate", config.average_rate, 1e-6f, 1);
    must.within("initial_deviation", config.initial_deviation, 1e-6f, 1e6f);
}

}  // namespace lockstep
