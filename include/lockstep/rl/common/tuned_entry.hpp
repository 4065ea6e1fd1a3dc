// SPDX-License-Identifier: MIT
// A line of the tables of configurations that a search found: rl/ppo/tuned.hpp and its neighbours.
#pragma once

#include <cstddef>
#include <string_view>

namespace lockstep {

/// A configuration for an environment of lockstep::envs. Its `steps` are those of the search.
template <class Config>
struct tuned_entry {
    std::string_view environment;
    Config config;
};

/// The configuration for another number of steps. PPO's has an overload, for its sizes depend on them.
template <class Config>
constexpr Config with_steps(Config config, std::size_t steps) {
    config.steps = steps;
    return config;
}

}  // namespace lockstep
