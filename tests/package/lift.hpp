// SPDX-License-Identifier: MIT
// A stranger's robot, from a file: a crate that is to hang half a metre above where it stood.
#pragma once

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep_robots/hoist.hpp>

struct lift {
    static constexpr lockstep::physics::model model = lockstep::physics::compile(lockstep_robots::hoist);
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 200;
    template <class R>
    struct state {
        lockstep::vector<R, model.qpos_size()> qpos;
        lockstep::vector<R, model.qvel_size()> qvel;
        lockstep::vector<R, model.words> active;
    };

    template <lockstep::real R>
    state<R> reset(lockstep::random<R>& random) const {
        state<R> start{{random.uniform(R(-0.05), R(0.05))}, {R(0)}, {}};
        for (std::size_t i = 0; i < model.words; ++i) {
            start.active[i] = lockstep::empty_word<R>();
        }
        return start;
    }

    template <lockstep::real R>
    lockstep::vector<R, 2> observe(state<R> const& s) const {
        return {s.qpos[0], s.qvel[0]};
    }

    template <lockstep::real R>
    lockstep::transition<state<R>> step(state<R> const& before, lockstep::vector<R, 1> const& action) const {
        struct {
            state<R> now;
            lockstep::vector<R, 1> ctrl;
        } moved{before, action};
        lockstep::physics::substep<R>(model, lockstep::numbers_of<R>(moved));
        return {moved.now, -lockstep::abs(moved.now.qpos[0] - R(0.5)), R(0) < R(0)};
    }
};
static_assert(lockstep::check_environment<lift>());
