// SPDX-License-Identifier: MIT
// An entry of the tables of configurations that a search found, such as rl/ppo/tuned.hpp.
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

/// Returns `config` for another number of steps. PPO has an overload, since its sizes depend on the steps.
template <class Config>
constexpr Config with_steps(Config config, std::size_t steps) {
    config.steps = steps;
    return config;
}

}  // namespace lockstep
