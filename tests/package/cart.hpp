// SPDX-License-Identifier: MIT
// A stranger's environment: a cart on a rail that is to stand in the middle.
#pragma once

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/envs/environment.hpp>

struct cart {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 200;
    template <class R>
    struct state {
        R x, speed;
    };

    template <lockstep::real R>
    state<R> reset(lockstep::random<R>& random) const {
        return {random.uniform(R(-1), R(1)), R(0)};
    }

    template <lockstep::real R>
    lockstep::vector<R, 2> observe(state<R> const& s) const {
        return {s.x, s.speed};
    }

    template <lockstep::real R>
    lockstep::transition<state<R>> step(state<R> const& s, lockstep::vector<R, 1> const& force) const {
        state<R> const next{s.x + R(0.02) * s.speed, s.speed + R(0.1) * force[0]};
        return {next, -next.x * next.x, R(2) < lockstep::abs(next.x)};
    }
};
static_assert(lockstep::environment<cart>);
