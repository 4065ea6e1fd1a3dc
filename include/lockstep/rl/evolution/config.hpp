// SPDX-License-Identifier: MIT
// The configuration of evolution strategies.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/rl/common/config_check.hpp>
#include <lockstep/rl/common/member_help.hpp>
#include <lockstep/rl/common/only_in.hpp>

namespace lockstep {

struct ars_method;
struct evolution_strategies_method;

/// The configuration of an evolution strategy. Method has the name of this configuration and the defaults.
template <class Method>
struct evolution_config {
    using method = Method;
    template <class Owner, class Number>
    using number_of = std::conditional_t<std::same_as<Method, Owner>, Number, only_in<Owner>>;

    std::size_t directions = Method::directions;  ///< of an iteration, each with two episodes; a multiple of sample_group
    std::size_t steps = 20'000'000;               ///< of all episodes together; the iteration that reaches this is the last
    std::uint64_t seed = 1;  ///< of all random draws
    float noise = Method::noise;  ///< standard deviation of the perturbation of each parameter

    /// How many directions count: those with the best returns. The return of a direction is the better return of its two
    /// episodes. Directions that tie for the last place all count. 0: all directions count.
    number_of<ars_method, std::size_t> top_directions{std::size_t(16)};
    /// alpha of the article: the step is step_size times the mean of (return plus - return minus) * direction over the directions
    /// that count, divided by the standard deviation of their returns.
    number_of<ars_method, float> step_size{0.03f};

    number_of<evolution_strategies_method, float> learning_rate{0.02f};  ///< of Adam
    /// The weight decay, decoupled from Adam's step as in AdamW: each iteration multiplies the parameters by
    /// 1 - learning_rate * weight_decay.
    number_of<evolution_strategies_method, float> weight_decay{0.02f};

    bool normalize_observations = true;  ///< by the running mean and deviation, clipped to +-10; false: only clipped
    /// False: if an environment has a forward_reward_weight, training does not pay its healthy_reward, as in Mania et al.: with a
    /// bonus for every step, standing still is a good policy, and random directions rarely find a better one. True: training pays
    /// it. An environment without a forward_reward_weight, or whose numbers are constants (recorded_environment), always pays it.
    bool survival_bonus = false;
};

/// Calls visit(name, member) for each member that Method has, in order. A checkpoint stores these members, and a command line may
/// set them.
template <class Config, class Visit>
    requires std::same_as<std::remove_const_t<Config>, evolution_config<typename Config::method>>
constexpr void for_each_member(Config& config, Visit&& visit) {
    auto const visit_own = [&](char const* name, auto& member) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(member)>>) {
            visit(name, member);
        }
    };
    visit("directions", config.directions);
    visit("steps", config.steps);
    visit("seed", config.seed);
    visit("noise", config.noise);
    visit_own("top_directions", config.top_directions);
    visit_own("step_size", config.step_size);
    visit_own("learning_rate", config.learning_rate);
    visit_own("weight_decay", config.weight_decay);
    visit("normalize_observations", config.normalize_observations);
    visit("survival_bonus", config.survival_bonus);
}

/// Returns the sentence about a member in --help and in the table of docs/evolution.md: what the member is and when to change it.
template <class Method>
LOCKSTEP_COLD std::string_view help_of(evolution_config<Method> const&, std::string_view member) {
    static constexpr member_help known[] = {
        {"directions", "of an iteration, each with two episodes; a multiple of 16; more for harder robots and for more "
                       "parameters"},
        {"steps", "of all episodes together: how long you train"},
        {"seed", "of all random draws; another one shows how much luck there was"},
        {"noise", "standard deviation of the perturbation of each parameter"},
        {"top_directions", "those with the best returns, which count; 0: all"},
        {"step_size", "of an iteration; lower if returns jump up and down"},
        {"learning_rate", "of Adam; lower if returns jump up and down"},
        {"weight_decay", "as in AdamW; 0 for small networks"},
        {"normalize_observations", "by their running mean and deviation; false if observations are scaled already; ARS "
                                   "without it is V1 of the article"},
        {"survival_bonus", "counts the reward for every healthy step; true if staying alive is the task"},
    };
    return find_help(known, member);
}

/// Throws std::invalid_argument if a member is wrong; the error names the member.
template <class Method>
void check(evolution_config<Method> const& config) {
    config_check const must{Method::config_name};
    must.multiple("directions", config.directions, sample_group);
    must.at_most("directions", config.directions, std::size_t(1) << 20);
    must.above_zero("steps", config.steps);
    must.positive("noise", config.noise);
    Method::check(must, config);
}

}  // namespace lockstep
