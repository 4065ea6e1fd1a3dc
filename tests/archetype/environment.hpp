// SPDX-License-Identifier: MIT
// The least that models environment: no default value, no operator, nothing beyond what the concept asks. Its numbers
// can be told in advance: every step counts one, and an action above 1 ends the episode.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace archetype {

struct environment {
    static constexpr std::size_t observation_size = 2;
    static constexpr std::size_t action_size = 1;
    static constexpr std::size_t episode_limit = 5;

    template <class R>
    struct state {
        R start;  ///< drawn: tells episodes apart
        R count;  ///< steps since the start
    };

    template <lockstep::real R>
    state<R> reset(lockstep::random<R>& random) const {
        return {random.uniform(R(0), R(1)), R(0)};
    }
    template <lockstep::real R>
    lockstep::vector<R, 2> observe(state<R> const& now) const {
        return {now.start, now.count};
    }
    template <lockstep::real R>
    lockstep::transition<state<R>> step(state<R> const& before, lockstep::vector<R, 1> const& action) const {
        return {{before.start, before.count + R(1)}, action[0], R(1) < action[0]};
    }
};
static_assert(lockstep::environment<environment>);

}  // namespace archetype
