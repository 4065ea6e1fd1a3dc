// SPDX-License-Identifier: MIT
// error: lockstep::environment: E needs  template <ls::real R> state<R> reset(ls::random<R>& random) const
// error: lockstep::environment: E::reset must return state<R>
#include "../archetype/environment.hpp"

struct no_reset : archetype::environment {
    void reset() = delete;
};
struct resets_to_a_number : archetype::environment {
    template <lockstep::real R>
    R reset(lockstep::random<R>&) const;
};
static_assert(lockstep::check_environment<no_reset>());
static_assert(lockstep::check_environment<resets_to_a_number>());
