// SPDX-License-Identifier: MIT
// error: lockstep::environment: E::agent_count, where E has it, must be a  static constexpr std::size_t  above 0 that divides observation_size and action_size: each agent has an equal part of the observation and of the action
#include "../archetype/environment.hpp"

struct uneven : archetype::environment {  // two numbers are seen, but only one is set
    static constexpr std::size_t agent_count = 2;
};
static_assert(lockstep::check_environment<uneven>());
