// SPDX-License-Identifier: MIT
// The configuration of the planners that sample sequences of actions: MPPI and the cross-entropy method.
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

struct mppi_method;
struct cem_method;

/// The configuration of a planner that samples. Method has the name of this configuration and the defaults. Actions are in
/// [-1, 1], whatever the bounds of the environment.
template <class Method>
struct planning_config {
    using method = Method;
    template <class Owner, class Number>
    using number_of = std::conditional_t<std::same_as<Method, Owner>, Number, only_in<Owner>>;

    std::size_t candidates = 1024;                ///< sequences of an iteration; a multiple of sample_group
    std::size_t horizon = 32;                     ///< steps of a sequence
    std::size_t iterations = Method::iterations;  ///< of a plan; each runs all candidates
    std::uint64_t seed = 1;  ///< of all random draws
    float noise = Method::noise;  ///< standard deviation of the noise of each action; of CEM: in a plan's first iteration
    /// The power spectrum of the noise falls with this power of the frequency: 0 is white noise, 1 pink, 2 red. The higher it is,
    /// the longer a candidate pushes in one direction. Robots that run need a low number; a pendulum that swings up needs 2.
    float noise_color = Method::noise_color;
    float discount = 1;  ///< of the rewards of later steps

    /// lambda of the article. The weight of a candidate is exp((its return - the best return) / temperature).
    number_of<mppi_method, float> temperature{0.1f};
    /// True: `temperature` is in standard deviations of the candidates' returns, so it suits rewards of any unit. False: it is in
    /// the unit of the returns.
    number_of<mppi_method, bool> relative_temperature{true};

    number_of<cem_method, std::size_t> elites{std::size_t(32)};      ///< best candidates, to which the distribution is fitted
    number_of<cem_method, std::size_t> kept_elites{std::size_t(8)};  ///< the best elites, which the next iteration runs again
    number_of<cem_method, float> min_noise{0.05f};                   ///< the least standard deviation of an action's noise
    number_of<cem_method, float> momentum{0.1f};                     ///< the share of the old distribution in the new one
};

/// Calls visit(name, member) for each member that Method has, in order. A command line may set these members.
template <class Config, class Visit>
    requires std::same_as<std::remove_const_t<Config>, planning_config<typename Config::method>>
constexpr void for_each_member(Config& config, Visit&& visit) {
    auto const visit_own = [&](char const* name, auto& member) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(member)>>) {
            visit(name, member);
        }
    };
    visit("candidates", config.candidates);
    visit("horizon", config.horizon);
    visit("iterations", config.iterations);
    visit("seed", config.seed);
    visit("noise", config.noise);
    visit("noise_color", config.noise_color);
    visit("discount", config.discount);
    visit_own("temperature", config.temperature);
    visit_own("relative_temperature", config.relative_temperature);
    visit_own("elites", config.elites);
    visit_own("kept_elites", config.kept_elites);
    visit_own("min_noise", config.min_noise);
    visit_own("momentum", config.momentum);
}

/// Returns the sentence about a member in --help and in the table of docs/planning.md: what the member is, and when to change it.
template <class Method>
LOCKSTEP_COLD std::string_view help_of(planning_config<Method> const&, std::string_view member) {
    static constexpr member_help known[] = {
        {"candidates", "sequences of an iteration; a multiple of 16; more for more joints"},
        {"horizon", "steps of a sequence: as far as the task needs to look ahead"},
        {"iterations", "of a plan, each with all candidates; more for a first plan"},
        {"seed", "of all random draws"},
        {"noise", "standard deviation of the noise of actions in [-1, 1]; of CEM: at first"},
        {"noise_color", "0 is white noise, 1 pink, 2 red; 2 for slow systems such as a pendulum"},
        {"discount", "of the rewards of later steps"},
        {"temperature", "of the weights of candidates; lower is greedier"},
        {"relative_temperature", "the temperature is in deviations of the returns, which suits rewards of any unit"},
        {"elites", "the best candidates, to which the distribution is fitted"},
        {"kept_elites", "of those, candidates again in the next iteration; 0: each iteration draws all again"},
        {"min_noise", "the least standard deviation"},
        {"momentum", "share of the old distribution in the new one"},
    };
    return find_help(known, member);
}

/// Throws std::invalid_argument if a member is wrong; the error names the member.
template <class Method>
void check(planning_config<Method> const& config) {
    config_check const must{Method::config_name};
    must.multiple("candidates", config.candidates, sample_group);
    must.at_most("candidates", config.candidates, std::size_t(1) << 20);
    must.above_zero("horizon", config.horizon);
    must.at_most("horizon", config.horizon, 4096);
    must.above_zero("iterations", config.iterations);
    must.positive("noise", config.noise);
    must.within("noise_color", config.noise_color, 0, 8);
    must.positive("discount", config.discount);
    must.fraction("discount", config.discount);
    Method::check(must, config);
}

}  // namespace lockstep
