// SPDX-License-Identifier: MIT
// What a user may set of SHAC.
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

/// The article has 64 environments and windows of 32 steps, for contacts that are softer than MuJoCo's. These sizes are for
/// MuJoCo's (bench/learning/README.md says what was tried).
struct shac_config {
    std::size_t environments = 16;  ///< N of the article; a multiple of sample_group
    std::size_t steps = 400'000;    ///< of all environments together, after which done() holds
    std::uint64_t seed = 1;         ///< of all random draws

    std::size_t horizon = 8;             ///< h: steps of a window, through which the gradient runs
    float actor_learning_rate = 4e-3f;   ///< at the start
    float critic_learning_rate = 2e-3f;  ///< at the start
    float final_rate_share = 0.0f;       ///< at the last step both rates are this share of the first, linearly in between
    float discount = 0.0f;               ///< gamma; 0: that of the environment (envs/concept/discount.hpp)
    float lambda = 0.95f;                ///< of the critic's targets, TD(lambda)
    float gradient_norm = 1.0f;          ///< the gradient of each network is scaled down to this norm; 0: never
    /// If one step backward makes an environment's gradient this many times longer, its window ends at that step: for earlier
    /// actions, the target critic's value of that state replaces what follows. 0: never. This is the truncated window of AHAC
    /// (Georgiev et al. 2024, "Adaptive horizon actor-critic for policy learning in contact-rich differentiable simulation",
    /// arXiv 2405.17784). There a window ends if the norm of a step's derivative exceeds a bound. Here the bound is on what the
    /// derivative does to this gradient, so a stiff contact that the gradient does not pass ends nothing.
    float growth_limit = 3.0f;
    /// AHAC gives all environments one length of windows, which dual variables adapt so that steps grow the gradient by this
    /// factor on average (rl/shac/length.hpp). `horizon` is the greatest length, and how many steps an iteration makes: shorter
    /// windows follow each other in it. 0: windows are `horizon` long.
    float length_growth = 0.0f;
    float length_rate = 0.01f;  ///< of the dual variables and of the length

    /// A gradient with respect to a state is multiplied by this in each step backward, so that a distant reward counts less in
    /// the policy's gradient, though not in its value (Zhang et al. 2025, "Learning vision-based agile flight via differentiable
    /// physics"). 1: never.
    float gradient_decay = 1.0f;

    /// Near a bound of an action tanh's slope vanishes, so no gradient reaches the policy and it keeps its gait. In the backward
    /// pass the slope is taken to be at least this: 0 is the exact gradient, 1 a straight-through estimator (Bengio,
    /// Leonard and Courville 2013, "Estimating or propagating gradients through stochastic neurons").
    float least_slope = 0.0f;
    float mean_penalty = 0.0f;  ///< weight in the loss of half the square of each action's mean before it is squashed

    std::size_t critic_epochs = 16;      ///< passes of the critic over its windows
    std::size_t critic_minibatches = 4;  ///< of a pass over one window; divides environments / sample_group * horizon
    /// The newest windows that the critic learns from (rl/shac/past_windows.hpp). SHAC has 1.
    std::size_t critic_windows = 1;
    /// Further steps of the actor in each iteration, by the gradients of `replay_batch` windows drawn from the newest
    /// `replay_windows` (rl/shac/replay.hpp). They cost processor time, and no steps of the environments. SHAC has none.
    std::size_t replay_updates = 0;
    std::size_t replay_windows = 1;
    std::size_t replay_batch = 1;
    float target_rate = 0.8f;  ///< 1 - alpha: the share of the way that the target critic goes to the critic
    /// policy() is a running mean of the policies. Each iteration moves the mean by this share towards its newest policy, so the
    /// mean changes less than the policy that acts and learns. 1: policy() is the newest policy.
    float average_rate = 1.0f;
    float initial_deviation = 0.37f;  ///< of the noise of the first policy's actions, before they are squashed

    bool normalize_observations = true;  ///< by the running mean and deviation, clipped to +-10; false: only clipped
    bool scale_rewards = true;           ///< by the running deviation of the discounted return
    bool stagger_episodes = true;        ///< the first episodes begin as if part of them were over, so that not all end at once
};

/// Calls visit(name, member) for each member in order: what a checkpoint remembers and a command line may set.
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

/// What a member is, and when to change it: a line of --help, and of the table in docs/shac.md.
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

/// Throws std::invalid_argument that names the wrong member. discount may not be 0 any more.
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
