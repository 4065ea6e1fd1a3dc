// SPDX-License-Identifier: MIT
// What environments of tests have in common whose state is the number of steps in the episode.
#pragma once

#include <cstddef>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep_test {

/// An environment except its episode_limit and its step().
struct step_counter {
    static constexpr std::size_t observation_size = 1, action_size = 1;
    template <class R>
    struct state {
        R steps;
    };
    template <lockstep::real R>
    state<R> reset(lockstep::random<R>&) const {
        return {R(0)};
    }
    template <lockstep::real R>
    lockstep::vector<R, 1> observe(state<R> const& now) const {
        return {now.steps};
    }
};

}  // namespace lockstep_test
