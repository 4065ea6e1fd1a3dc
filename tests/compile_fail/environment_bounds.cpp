// SPDX-License-Identifier: MIT
// error: lockstep::environment: E::action_low and E::action_high, where E has them, must be  static constexpr  numbers, finite, the first below the second
#include "../archetype/environment.hpp"

struct upside_down : archetype::environment {
    static constexpr double action_low = 2, action_high = -2;
};
static_assert(lockstep::check_environment<upside_down>());
