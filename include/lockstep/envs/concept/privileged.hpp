// SPDX-License-Identifier: MIT
// Privileged observations: what an environment shows to a critic but not to a policy. An asymmetric critic is used in training
// only, so it may know the whole state. The policy sees only the observation (Pinto et al. 2018). With several agents
// (envs/concept/agents.hpp) the privileged observation consists of equal parts, one for each agent. For a central critic, the
// part of an agent has what this agent does not see itself.
//
//     static constexpr std::size_t privileged_observation_size = 1;
//     template <ls::real R> ls::vector<R, 1> observe_privileged(state<R> const& s) const { return {s.friction}; }
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include <lockstep/core/holds.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/concept/agents.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep {

namespace detail {
struct nothing_privileged {};
}  // namespace detail

/// E has a privileged observation.
template <class E>
concept privileged = requires {
    E::privileged_observation_size;
    requires !std::same_as<decltype(E::privileged_observation_size), detail::nothing_privileged const>;
};

namespace detail {
template <class E, class R>
struct observes_privileged {
    static constexpr bool value = requires(E const& env, state_t<E, R> const& state) {
        { env.observe_privileged(state) } -> std::same_as<vector<R, E::privileged_observation_size>>;
    };
};
/// Returns the privileged_observation_size for an environment that wraps E: E::privileged_observation_size, or nothing_privileged
/// if E has no privileged observation.
template <class E>
consteval auto privileged_size_of() {
    if constexpr (privileged<E>) {
        return E::privileged_observation_size;
    } else {
        return nothing_privileged();
    }
}
template <class E>
concept has_privileged_size = requires {
    typename size_up_to<E::privileged_observation_size>;
};
}  // namespace detail

/// Returns true if E has no privileged observation, or a correct one. Otherwise it does not compile, and the compiler prints a
/// sentence that says why. It also returns true if E is no environment: check_environment says what E lacks.
template <class E>
consteval bool check_privileged() {
    if constexpr (environment<E> && privileged<E>) {
        static_assert(holds(detail::has_privileged_size<E>),
                      "lockstep::environment: E::privileged_observation_size, where E has it, must be a  static constexpr "
                      "std::size_t  above 0: the length of observe_privileged");
        if constexpr (detail::has_privileged_size<E>) {
            static_assert(holds(detail::for_each_number<detail::observes_privileged, E>),
                          "lockstep::environment: E::privileged_observation_size needs  template <ls::real R> ls::vector<R, "
                          "privileged_observation_size> observe_privileged(state<R> const&) const");
            static_assert(E::privileged_observation_size % agent_count<E> == 0,
                          "lockstep::environment: E::agent_count must divide privileged_observation_size: each agent's critic "
                          "sees an equal part of it");
        }
    }
    return true;
}

/// E with a longer observation: E's own observation, then the privileged one. With several agents, each agent's own part is
/// followed by its privileged part, one agent after another.
template <privileged E>
struct with_privileged_observation : E {
    static constexpr std::size_t observation_size = E::observation_size + E::privileged_observation_size;

    template <class R>
    using state = state_t<E, R>;

    template <class State>
    auto observe(State const& now) const {
        auto const shown = E::observe(now);
        auto const extra = this->observe_privileged(now);
        vector<std::remove_cvref_t<decltype(shown[0])>, observation_size> all;
        auto to = all.begin();
        for (std::size_t agent = 0; agent < lockstep::agent_count<E>; ++agent) {
            auto const& own = part_of<lockstep::agent_count<E>>(shown, agent);
            auto const& more = part_of<lockstep::agent_count<E>>(extra, agent);
            to = std::copy(more.begin(), more.end(), std::copy(own.begin(), own.end(), to));
        }
        return all;
    }
};

/// E without its privileged observation: a critic sees what the policy sees. For comparisons.
template <privileged E>
struct without_privileged_observation : E {
    using original = E;
    static constexpr auto privileged_observation_size = detail::nothing_privileged();
};

namespace detail {
template <class E>
struct critic_environment {
    using type = E;
};
template <privileged E>
struct critic_environment<E> {
    using type = with_privileged_observation<E>;
};
template <class E>
struct policy_environment {
    using type = E;
};
template <privileged E>
struct policy_environment<E> {
    using type = without_privileged_observation<E>;
};
}  // namespace detail

/// The environment as a critic observes it: with_privileged_observation<E> if E has a privileged observation, else E itself.
template <class E>
using critic_environment = typename detail::critic_environment<E>::type;

/// The environment as a policy observes it: without_privileged_observation<E> if E has a privileged observation, else E itself.
template <class E>
using policy_environment = typename detail::policy_environment<E>::type;

}  // namespace lockstep
