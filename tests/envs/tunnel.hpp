// SPDX-License-Identifier: MIT
// What a user might have recorded: an environment and a kernel of their own.
#pragma once

#include <cstddef>
#include <span>

#include <lockstep/envs/environment.hpp>

namespace lockstep_test {

/// Something slides in a tunnel from -1 to 1; the episode ends where it leaves. A critic is told how far that is.
struct tunnel {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 100;
    static constexpr std::size_t privileged_observation_size = 1;

    template <class R>
    struct state {
        R position, speed;
    };
    template <lockstep::real R>
    state<R> reset(lockstep::random<R>& random) const {
        return {random.uniform(R(-0.5), R(0.5)), R(0)};
    }
    template <lockstep::real R>
    lockstep::vector<R, 2> observe(state<R> const& now) const {
        return {now.position, now.speed};
    }
    template <lockstep::real R>
    lockstep::vector<R, 1> observe_privileged(state<R> const& now) const {
        return {R(1) - lockstep::abs(now.position)};
    }
    template <lockstep::real R>
    lockstep::transition<state<R>> step(state<R> const& before, lockstep::vector<R, 1> const& action) const {
        R const speed = before.speed + R(0.05) * action[0];
        R const position = before.position + speed;
        return {{position, speed}, speed, R(1) < lockstep::abs(position)};
    }
};
static_assert(lockstep::check_environment<tunnel>());

/// The mean of three rows replaces the last.
struct moving_average {
    static constexpr std::size_t rows = 3;

    template <lockstep::real R>
    void operator()(std::span<R> row) const {
        row[2] = (row[0] + row[1] + row[2]) / R(3);
    }
};

}  // namespace lockstep_test
