// SPDX-License-Identifier: MIT
// error: lockstep::environment: E needs  template <ls::real R> ls::vector<R, observation_size> observe(state<R> const&) const
// error: lockstep::environment: E::observe must return ls::vector<R, observation_size>: check the type and the length
#include "../archetype/environment.hpp"

struct observes_only_float : archetype::environment {
    lockstep::vector<float, 2> observe(state<float> const&) const;
};
struct observes_too_much : archetype::environment {
    template <lockstep::real R>
    lockstep::vector<R, 3> observe(state<R> const&) const;
};
static_assert(lockstep::check_environment<observes_only_float>());
static_assert(lockstep::check_environment<observes_too_much>());
