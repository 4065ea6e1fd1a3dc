// SPDX-License-Identifier: MIT
// Agents on a line that shall gather. Each sees where it is and where the middle of all is from it. Its critic is told how far
// apart they are.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/concept/agents.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep_test {

template <std::size_t Agents>
struct gathering {
    static constexpr std::size_t agent_count = Agents;
    static constexpr std::size_t observation_size = 2 * Agents, privileged_observation_size = Agents, action_size = Agents,
                                 episode_limit = 10;
    template <class R>
    struct state {
        lockstep::vector<R, Agents> place;
    };

    template <lockstep::real R>
    state<R> reset(lockstep::random<R>& random) const {
        state<R> start;
        for (R& x : start.place) {
            x = random.uniform(R(-1), R(1));
        }
        return start;
    }
    template <lockstep::real R>
    lockstep::vector<R, observation_size> observe(state<R> const& now) const {
        lockstep::vector<R, observation_size> seen;
        for (std::size_t agent = 0; agent < Agents; ++agent) {
            seen[2 * agent] = now.place[agent];
            seen[2 * agent + 1] = middle(now) - now.place[agent];
        }
        return seen;
    }
    template <lockstep::real R>
    lockstep::vector<R, Agents> observe_privileged(state<R> const& now) const {
        lockstep::vector<R, Agents> told;
        for (R& x : told) {
            x = spread(now);
        }
        return told;
    }
    template <lockstep::real R>
    lockstep::transition<state<R>> step(state<R> const& before, lockstep::vector<R, Agents> const& action) const {
        state<R> const after{before.place + R(0.3) * action};
        return {after, -spread(after), R(4) < spread(after)};
    }

private:
    template <lockstep::real R>
    static R middle(state<R> const& s) {
        R sum(0);
        for (R const& x : s.place) {
            sum = sum + x;
        }
        return sum * R(1.0 / Agents);
    }
    /// The sum of the squares of the distances from the middle.
    template <lockstep::real R>
    static R spread(state<R> const& s) {
        R sum(0);
        for (R const& x : s.place) {
            sum = fma(x - middle(s), x - middle(s), sum);
        }
        return sum;
    }
};
static_assert(lockstep::check_environment<gathering<3>>() && lockstep::check_privileged<gathering<3>>());

/// The same, but each critic sees only what its agent sees.
template <std::size_t Agents>
using gathering_alone = lockstep::without_privileged_observation<gathering<Agents>>;

/// Two agents that go back, stand or go on: their actions are indices.
struct gathering_in_steps : gathering_alone<2> {
    static constexpr std::size_t action_count = 3;
    template <lockstep::real R>
    lockstep::transition<state<R>> step(state<R> const& before, lockstep::vector<R, 2> const& action) const {
        return gathering_alone<2>::step(before, {action[0] - R(1), action[1] - R(1)});
    }
};
static_assert(lockstep::check_environment<gathering_in_steps>());

}  // namespace lockstep_test
