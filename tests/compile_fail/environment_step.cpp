// SPDX-License-Identifier: MIT
// error: lockstep::environment: E needs  template <ls::real R> ls::transition<state<R>> step(state<R> const&, ls::vector<R, action_size> const& action) const
// error: lockstep::environment: E::step must return ls::transition<state<R>>
#include "../archetype/environment.hpp"

struct changes_itself : archetype::environment {
    template <lockstep::real R>
    lockstep::transition<state<R>> step(state<R> const&, lockstep::vector<R, 1> const&);
};
struct forgets_the_reward : archetype::environment {
    template <lockstep::real R>
    state<R> step(state<R> const&, lockstep::vector<R, 1> const&) const;
};
static_assert(lockstep::check_environment<changes_itself>());
static_assert(lockstep::check_environment<forgets_the_reward>());
