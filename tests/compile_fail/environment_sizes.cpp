// SPDX-License-Identifier: MIT
// error: lockstep::environment: E needs  static constexpr std::size_t observation_size  above 0: the length of observe
// error: lockstep::environment: E needs  static constexpr std::size_t action_size  above 0: the length of the action of step
// error: lockstep::environment: E needs  static constexpr std::size_t episode_limit  from 1 to 16777216: the steps after which an episode is truncated
#include "../archetype/environment.hpp"

struct no_observation_size : archetype::environment {
    void observation_size() = delete;
};
struct action_of_nothing : archetype::environment {
    static constexpr std::size_t action_size = 0;
};
struct endless : archetype::environment {
    static constexpr std::size_t episode_limit = 1'000'000'000;
};
static_assert(lockstep::check_environment<no_observation_size>());
static_assert(lockstep::check_environment<action_of_nothing>());
static_assert(lockstep::check_environment<endless>());
