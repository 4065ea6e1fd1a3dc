// SPDX-License-Identifier: MIT
// A line of the tables of configurations that a search found: rl/ppo/tuned.hpp and its neighbours.
#pragma once

#include <string_view>

namespace lockstep {

/// A configuration for an environment of lockstep::envs. Its `steps` are those of the search.
template <class Config>
struct tuned_entry {
    std::string_view environment;
    Config config;
};

}  // namespace lockstep
