// SPDX-License-Identifier: MIT
// Computes the horizon and the warm-up of an off_policy_config that a user leaves at 0. They follow from the members that are
// set.
//
// A learner reports, and a program can save a checkpoint or stop, only between two iterations. With an update for each step and
// layers of 256 units, the 1024 steps of an iteration take one to three seconds of two cores, whatever the number of
// environments up to 1024.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/rl/off_policy/config.hpp>

namespace lockstep {

namespace detail {
/// The steps of an iteration, of all environments together, if its horizon is computed. They are more if there are more
/// environments.
inline constexpr std::size_t usual_iteration = 1'024;
}  // namespace detail

/// Calls visit(name, size) for the sizes that may be 0.
template <class Method, class Visit>
constexpr void for_each_size(off_policy_config<Method>& config, Visit&& visit) {
    visit("horizon", config.horizon);
    visit("warmup", config.warmup);
}

/// Returns the configuration, with computed sizes in place of those that are 0. An iteration has about 1024 steps of all
/// environments together, and at least one of each. The warm-up has 5000 steps, or half of the steps if that is less. Impossible
/// sizes are left as they are: check() refuses them.
template <class Method>
constexpr off_policy_config<Method> with_sizes(off_policy_config<Method> config) {
    constexpr std::size_t longest_warmup = 5'000;
    if (config.horizon == 0) {
        config.horizon = std::max<std::size_t>(detail::usual_iteration / std::max<std::size_t>(config.environments, 1), 1);
    }
    if (config.warmup == 0) {
        config.warmup = std::min(longest_warmup, config.steps / 2);
    }
    return config;
}

}  // namespace lockstep
