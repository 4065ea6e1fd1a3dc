// SPDX-License-Identifier: MIT
// error: lockstep::environment: E::state<R> must be an aggregate whose members are R, ls::vector<R, N> with N above 0, or aggregates of these (no int, bool, pointer or base class)
#include "../archetype/environment.hpp"

// As of a robot without limits and contacts, whose model.words is 0.
struct has_vector_of_nothing : archetype::environment {
    template <class R>
    struct state {
        R x, y;
        lockstep::vector<R, 0> active;
    };
    template <lockstep::real R>
    state<R> reset(lockstep::random<R>& random) const {
        return {random.uniform(R(0), R(1)), R(0), {}};
    }
    template <lockstep::real R>
    lockstep::vector<R, 2> observe(state<R> const& now) const {
        return {now.x, now.y};
    }
    template <lockstep::real R>
    lockstep::transition<state<R>> step(state<R> const& b, lockstep::vector<R, 1> const& action) const {
        return {{b.x, b.y, b.active}, action[0], R(1) < action[0]};
    }
};
static_assert(lockstep::check_environment<has_vector_of_nothing>());
