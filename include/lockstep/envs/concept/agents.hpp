// SPDX-License-Identifier: MIT
// Several agents in one environment: equal parts of one observation and of one action. They share one reward, and their episodes
// begin and end together.
//
//     static constexpr std::size_t agent_count = 2;
//     static constexpr std::size_t observation_size = 8, action_size = 4;  // of both: each agent sees four numbers and sets two
//
// The numbers of agent 0 come first, then those of agent 1, and so on. PPO learns one policy for all agents. Each agent acts on
// its own part of the observation (IPPO, de Witt et al. 2020). The critic of an agent also sees that agent's part of the
// privileged observation, if there is one (envs/concept/privileged.hpp). So it may be a central critic, which knows what all
// agents see (MAPPO, Yu et al. 2022). All other code sees one environment.
#pragma once

#include <cstddef>
#include <type_traits>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep {

/// The number of agents that act in E: E::agent_count, or 1 if E has no agent_count. It is 0 if E::agent_count is not a constant
/// number.
template <class E>
inline constexpr std::size_t agent_count = [] {
    if constexpr (requires { typename std::integral_constant<std::size_t, E::agent_count>; }) {
        return static_cast<std::size_t>(E::agent_count);
    } else {
        constexpr bool stated = requires { E::agent_count; };
        return std::size_t(stated ? 0 : 1);
    }
}();

/// E's observation and action can be divided into equal parts, one for each agent.
template <class E>
concept has_agent_count = agent_count<E> == 1 || requires {
    requires 0 < agent_count<E>;
    requires E::observation_size % agent_count<E> == 0 && E::action_size % agent_count<E> == 0;
};

/// The length of the observation of one agent of E, and the length of its action.
template <class E>
inline constexpr std::size_t agent_observation_size = E::observation_size / agent_count<E>;
template <class E>
inline constexpr std::size_t agent_action_size = E::action_size / agent_count<E>;

/// Returns a copy of the part of `all` that belongs to agent `agent`. `all` has the numbers of `Agents` agents. If there is only
/// one agent, returns a reference to `all`.
template <std::size_t Agents, class R, std::size_t N>
LOCKSTEP_INLINE constexpr decltype(auto) part_of(vector<R, N> const& all, [[maybe_unused]] std::size_t agent) {
    static_assert(N % Agents == 0);
    if constexpr (Agents == 1) {
        return (all);
    } else {
        vector<R, N / Agents> part;
        for (std::size_t i = 0; i < part.size(); ++i) {
            part[i] = all[agent * part.size() + i];
        }
        return part;
    }
}

/// Writes `part`, the numbers of agent `agent`, to its place in `all`, the numbers of all agents.
template <class R, std::size_t M, std::size_t N>
LOCKSTEP_INLINE constexpr void set_part(vector<R, N>& all, std::size_t agent, vector<R, M> const& part) {
    for (std::size_t i = 0; i < M; ++i) {
        all[agent * M + i] = part[i];
    }
}

/// Returns the action of all agents of E. `act(part)` must return the action of one agent for this agent's part of the
/// observation. It is called for one agent after another, from agent 0 on.
template <class E, class R, class Act>
LOCKSTEP_INLINE vector<R, E::action_size> act_together(vector<R, E::observation_size> const& observation, Act&& act) {
    if constexpr (agent_count<E> == 1) {
        return act(observation);
    } else {
        vector<R, E::action_size> all;
        for (std::size_t agent = 0; agent < agent_count<E>; ++agent) {
            set_part(all, agent, act(part_of<agent_count<E>>(observation, agent)));
        }
        return all;
    }
}

/// E with one agent that sees and sets the numbers of all agents. It is for learners that support only one agent, and for
/// measuring what several agents lose because each sees only its own part. If E has several agents, its actions must be
/// continuous, because a discrete action is one number for each agent.
template <class E>
struct as_one_agent : E {
    using original = E;
    static constexpr std::size_t agent_count = 1;
};

/// Returns true if E has one agent. Otherwise it does not compile, and the compiler prints a sentence that says what to do.
template <class E>
consteval bool check_one_agent() {
    static_assert(agent_count<E> == 1,
                  "lockstep: this learner has one agent, but the environment has several: use ppo, or ls::as_one_agent<E>, whose "
                  "one agent gets the observations of all and chooses their actions");
    return true;
}

}  // namespace lockstep
