// SPDX-License-Identifier: MIT
// error: lockstep::environment: E::privileged_observation_size, where E has it, must be a  static constexpr std::size_t  above 0: the length of observe_privileged
#include <lockstep/envs/concept/privileged.hpp>

#include "../archetype/environment.hpp"

struct tells_nothing : archetype::environment {
    static constexpr std::size_t privileged_observation_size = 0;
};
static_assert(lockstep::check_privileged<tells_nothing>());
