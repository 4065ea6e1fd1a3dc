// SPDX-License-Identifier: MIT
// error: lockstep::environment: E::privileged_observation_size needs  template <ls::real R> ls::vector<R, privileged_observation_size> observe_privileged(state<R> const&) const
#include <lockstep/envs/concept/privileged.hpp>

#include "../archetype/environment.hpp"

struct forgets_to_tell : archetype::environment {
    static constexpr std::size_t privileged_observation_size = 2;
};
static_assert(lockstep::check_privileged<forgets_to_tell>());
