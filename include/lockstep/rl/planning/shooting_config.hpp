// SPDX-License-Identifier: MIT
// The configuration of shooting with gradients.
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

namespace lockstep {

struct shooting_config {
    std::size_t starts = 64;        ///< first guesses, each improved by itself; a multiple of sample_group
    std::size_t horizon = 32;       ///< steps of a sequence
    std::size_t evaluations = 100;  ///< of a return and its gradient, for each start; L-BFGS needs about one in each iteration
    std::size_t memory = 8;         ///< pairs of a step and a change of the gradient that L-BFGS remembers
    std::uint64_t seed = 1;  ///< of all random draws
    float noise = 0.5f;     ///< standard deviation by which first guesses differ from the plan, before they are bounded
    float noise_color = 2;  ///< of that noise, as in planning_config
    float discount = 1;     ///< of the rewards of later steps
};

/// Calls visit(name, member) for each member, in order. A command line may set these members.
template <class Config, class Visit>
    requires std::same_as<std::remove_const_t<Config>, shooting_config>
constexpr void for_each_member(Config& config, Visit&& visit) {
    visit("starts", config.starts);
    visit("horizon", config.horizon);
    visit("evaluations", config.evaluations);
    visit("memory", config.memory);
    visit("seed", config.seed);
    visit("noise", config.noise);
    visit("noise_color", config.noise_color);
    visit("discount", config.discount);
}

/// Returns the sentence about a member in --help and in the table of docs/planning.md: what the member is, and when to change it.
LOCKSTEP_COLD inline std::string_view help_of(shooting_config const&, std::string_view member) {
    static constexpr member_help known[] = {
        {"starts", "first guesses, each improved by itself; a multiple of 16; more if it ends in bad plans"},
        {"horizon", "steps of a sequence: as far as the task needs to look ahead"},
        {"evaluations", "of a sequence and its gradient, for each start; fewer in a control loop, whose plans begin with the "
                        "last one"},
        {"memory", "pairs that L-BFGS remembers"},
        {"seed", "of all random draws"},
        {"noise", "standard deviation of the first guesses"},
        {"noise_color", "0 is white noise, 1 pink, 2 red; 2 for slow systems such as a pendulum"},
        {"discount", "of the rewards of later steps"},
    };
    return find_help(known, member);
}

/// Throws std::invalid_argument if a member is wrong; the error names the member.
inline void check(shooting_config const& config) {
    config_check const must{"shooting_config"};
    must.multiple("starts", config.starts, sample_group);
    must.at_most("starts", config.starts, std::size_t(1) << 20);
    must.above_zero("horizon", config.horizon);
    must.at_most("horizon", config.horizon, 4096);
    must.above_zero("evaluations", config.evaluations);
    must.above_zero("memory", config.memory);
    must.at_most("memory", config.memory, 1000);
    must.within("noise", config.noise, 0, 10);
    must.within("noise_color", config.noise_color, 0, 8);
    must.positive("discount", config.discount);
    must.fraction("discount", config.discount);
}

}  // namespace lockstep
