// SPDX-License-Identifier: MIT
// An environment that shows which actions were taken.
#pragma once

#include <cstddef>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep_test {

/// Observes the last action, which has three components. The reward is the last one.
struct mirror {
    static constexpr std::size_t observation_size = 3, action_size = 3, episode_limit = 50;
    template <class R>
    struct state {
        lockstep::vector<R, 3> last;
    };

    template <lockstep::real R>
    state<R> reset(lockstep::random<R>&) const {
        return {{R(0), R(0), R(0)}};
    }
    template <lockstep::real R>
    lockstep::vector<R, 3> observe(state<R> const& s) const {
        return s.last;
    }
    template <lockstep::real R>
    lockstep::transition<state<R>> step(state<R> const&, lockstep::vector<R, 3> const& action) const {
        return {{action}, action[2], lockstep::mask_t<R>(false)};
    }
};

}  // namespace lockstep_test
