// SPDX-License-Identifier: MIT
// error: lockstep::environment: E::action_count, where E has it, must be a  static constexpr std::size_t  from 2 to 16777216, with an action_size of 1 (or of agent_count) and without action_low and action_high: an action is an index below it
#include "../archetype/environment.hpp"

struct without_a_choice : archetype::environment {
    static constexpr std::size_t action_count = 1;
};
static_assert(lockstep::check_environment<without_a_choice>());
