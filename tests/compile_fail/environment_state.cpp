// SPDX-License-Identifier: MIT
// error: lockstep::environment: E needs  template <class R> struct state  for R = float, double and lanes
// error: lockstep::environment: E::state<R> must be an aggregate whose members are R, ls::vector<R, N> with N above 0, or aggregates of these (no int, bool, pointer or base class)
// error: lockstep::environment: E must be trivially copyable, since kernels carry it by value
#include <vector>

#include "../archetype/environment.hpp"

struct stateless {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 5;
};
struct counts_in_int : archetype::environment {
    template <class R>
    struct state {
        R x;
        int count;
    };
};
struct owns_memory : archetype::environment {
    std::vector<float> table;
};
static_assert(lockstep::check_environment<stateless>());
static_assert(lockstep::check_environment<counts_in_int>());
static_assert(lockstep::check_environment<owns_memory>());
