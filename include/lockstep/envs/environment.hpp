// SPDX-License-Identifier: MIT
// The concept of an environment: a few sizes, a state of numbers only, and three pure functions that are generic over the number
// type.
//
//     struct cart {
//         static constexpr std::size_t observation_size = 4, action_size = 1, episode_limit = 500;
//         template <class R> struct state { R x, speed, angle, spin; };
//         template <ls::real R> state<R> reset(ls::random<R>& random) const;
//         template <ls::real R> ls::vector<R, 4> observe(state<R> const&) const;
//         template <ls::real R> ls::transition<state<R>> step(state<R> const&, ls::vector<R, 1> const& action) const;
//     };
//     static_assert(ls::check_environment<cart>());  // says in one sentence what a struct lacks to be an environment
//
// Actions lie in [-1, 1], or between action_low and action_high. With  static constexpr std::size_t action_count = n  they are
// discrete, and the one number of an action is an index: 0, 1, ... n - 1. With  static constexpr double discount  an environment
// says which discount a learner takes if its configuration leaves it open. With  static constexpr std::size_t agent_count
// several agents act in it (envs/concept/agents.hpp). A state<lanes<N>> is the state of N environments, one in each lane. A
// state<float> is the state of one environment.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <lockstep/core/holds.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/concept/agents.hpp>
#include <lockstep/envs/concept/discount.hpp>

namespace lockstep {

namespace detail {
template <class State>
struct number_of;
/// Has as `type` the last argument of a state's template.
template <template <class...> class State, class... Arguments>
struct number_of<State<Arguments...>> : decltype((static_cast<void>(0), ..., std::type_identity<Arguments>())) {};
}  // namespace detail

/// The result of one step of an environment. If R is not given, it is the last argument of the state's template.
template <class State, class R = typename detail::number_of<State>::type>
struct transition {
    State state;           ///< after the step
    R reward;              ///< of the step
    mask_t<R> terminated;  ///< whether the environment, not its limit of steps, ended the episode; if never, mask_t<R>(false)
};

/// The state of an environment of type E over numbers of type R.
template <class E, class R>
using state_t = typename E::template state<R>;

namespace detail {
template <class Transition>
inline constexpr bool is_transition = false;
template <class State, class R>
inline constexpr bool is_transition<transition<State, R>> = true;

// Converts to R and to no other type, not even to types to which an R converts.
template <class R>
struct only {
    template <std::same_as<R> T>
    operator T() const;
};

template <class State, class R, std::size_t... I>
consteval bool holds_only(std::index_sequence<I...>) {
    return requires { State{((void)I, only<R>())...}; };
}

/// Returns whether State consists of numbers of type R only: it is a trivially copyable aggregate that has the alignment of R and
/// can be initialised with sizeof(State) / sizeof(R) numbers of type R.
template <class State, class R>
consteval bool holds_only() {
    if constexpr (std::is_aggregate_v<State> && std::is_trivially_copyable_v<State> && !std::is_empty_v<State> &&
                  sizeof(State) % sizeof(R) == 0 && alignof(State) == alignof(R)) {
        return holds_only<State, R>(std::make_index_sequence<sizeof(State) / sizeof(R)>());
    } else {
        return false;
    }
}

template <std::size_t Size, std::size_t Most = ~std::size_t(0)>
    requires(0 < Size && Size <= Most)
struct size_up_to;

template <template <class, class> class Requirement, class E>
consteval bool holds_for_each_number() {
    return Requirement<E, float>::value && Requirement<E, double>::value && Requirement<E, native_lanes>::value;
}
template <template <class, class> class Requirement, class E>
inline constexpr bool for_each_number = holds_for_each_number<Requirement, E>();

template <class E, class R>
struct has_state {
    static constexpr bool value = requires { typename state_t<E, R>; };
};
template <class E, class R>
struct state_holds_only {
    static constexpr bool value = holds_only<state_t<E, R>, R>();
};

template <class E, class R>
struct has_reset {
    static constexpr bool value = requires(E const& env, random<R>& random) { env.reset(random); };
};
template <class E, class R>
struct reset_returns {
    static constexpr bool value = requires(E const& env, random<R>& random) {
        { env.reset(random) } -> std::same_as<state_t<E, R>>;
    };
};

template <class E, class R>
struct has_observe {
    static constexpr bool value = requires(E const& env, state_t<E, R> const& state) { env.observe(state); };
};
template <class E, class R>
struct observe_returns {
    static constexpr bool value = requires(E const& env, state_t<E, R> const& state) {
        { env.observe(state) } -> std::same_as<vector<R, E::observation_size>>;
    };
};

template <class E, class R>
using action_t = vector<R, E::action_size>;
template <class E, class R>
struct has_step {
    static constexpr bool value = requires(E const& env, state_t<E, R> const& state, action_t<E, R> const& action) {
        env.step(state, action);
    };
};
template <class E, class R>
struct step_returns {
    static constexpr bool value = requires(E const& env, state_t<E, R> const& state, action_t<E, R> const& action) {
        { env.step(state, action) } -> std::same_as<transition<state_t<E, R>, R>>;
    };
};
}  // namespace detail

template <class E>
concept has_observation_size = requires {
    typename detail::size_up_to<E::observation_size>;
};
template <class E>
concept has_action_size = requires {
    typename detail::size_up_to<E::action_size>;
};
/// E::episode_limit is from 1 to 2^24. Lanes count the steps of an episode in floats, which are exact up to that number.
template <class E>
concept has_episode_limit = requires {
    typename detail::size_up_to<E::episode_limit, (1u << 24)>;
};

/// E has valid sizes of observations and actions, a valid limit of steps and a state of numbers only. If E also has agent_count,
/// action_count, action_low and action_high, or discount, these are valid, too.
template <class E>
concept has_sizes_and_state = has_observation_size<E> && has_action_size<E> && has_episode_limit<E> && has_agent_count<E> &&
    has_action_count<E> && has_action_bounds<E> && has_discount<E> && std::is_trivially_copyable_v<E> &&
    detail::for_each_number<detail::has_state, E> && detail::for_each_number<detail::state_holds_only, E>;
/// E::reset draws the start of an episode from a stream of random numbers.
template <class E>
concept resettable = has_sizes_and_state<E> && detail::for_each_number<detail::reset_returns, E>;
/// E::observe computes what a policy observes of a state.
template <class E>
concept observable = has_sizes_and_state<E> && detail::for_each_number<detail::observe_returns, E>;
/// E::step computes one step.
template <class E>
concept steppable = has_sizes_and_state<E> && detail::for_each_number<detail::step_returns, E>;

/// E models environment if and only if it has sizes and a state, and is resettable, observable and steppable over
/// float, double and lanes. For example `envs::pendulum`.
template <class E>
concept environment = resettable<E> && observable<E> && steppable<E>;

namespace detail {
template <class E>
concept has_number_states = for_each_number<has_state, E> && for_each_number<state_holds_only, E>;
template <class E>
concept has_resets = has_sizes_and_state<E> && for_each_number<has_reset, E>;
template <class E>
concept has_observes = has_sizes_and_state<E> && for_each_number<has_observe, E>;
template <class E>
concept has_steps = has_sizes_and_state<E> && for_each_number<has_step, E>;

/// Compiles if the bodies of E's functions compile for lanes. So the compiler reports a mistake, such as an `if` on a number, in
/// a few lines where E is checked, and not inside a learner.
template <class E, class R>
auto compile_bodies(E const& env, random<R>& random, vector<R, E::action_size> const& action) {
    auto const state = env.reset(random);
    static_cast<void>(env.observe(state));
    static_cast<void>(env.step(state, action));
}

template <class E>
consteval bool compiles_bodies() {
    if constexpr (environment<E>) {
        static_assert(std::is_function_v<decltype(compile_bodies<E, native_lanes>)>);
    }
    return true;
}
}  // namespace detail

/// A base of the learners. If E is no environment, it does not compile, and the compiler prints one sentence for each thing that
/// E lacks. (Compilers do not look into a class whose base is in error. So no further errors follow.)
template <class E>
struct checked_environment {
    static_assert(holds(has_observation_size<E>),
                  "lockstep::environment: E needs  static constexpr std::size_t observation_size  above 0: the length of "
                  "observe");
    static_assert(holds(has_action_size<E>),
                  "lockstep::environment: E needs  static constexpr std::size_t action_size  above 0: the length of the action "
                  "of step");
    static_assert(holds(has_episode_limit<E>),
                  "lockstep::environment: E needs  static constexpr std::size_t episode_limit  from 1 to 16777216: the steps "
                  "after which an episode is truncated");
    static_assert(holds(!has_observation_size<E> || !has_action_size<E> || has_agent_count<E>),
                  "lockstep::environment: E::agent_count, where E has it, must be a  static constexpr std::size_t  above 0 that "
                  "divides observation_size and action_size: each agent has an equal part of the observation and of the action");
    static_assert(
        holds(has_action_count<E>),
        "lockstep::environment: E::action_count, where E has it, must be a  static constexpr std::size_t  from 2 to "
        "16777216, with an action_size of 1 (or of agent_count) and without action_low and action_high: an action is an "
        "index below it");
    static_assert(holds(has_action_bounds<E>),
                  "lockstep::environment: E::action_low and E::action_high, where E has them, must be  static constexpr  "
                  "numbers, finite, the first below the second");
    static_assert(holds(has_discount<E>),
                  "lockstep::environment: E::discount, where E has it, must be a  static constexpr  number above 0 "
                  "and at most 1");
    static_assert(std::is_trivially_copyable_v<E>,
                  "lockstep::environment: E must be trivially copyable, since kernels carry it by value");
    static_assert(holds(detail::for_each_number<detail::has_state, E>),
                  "lockstep::environment: E needs  template <class R> struct state  for R = float, double and lanes");
    static_assert(holds(!detail::for_each_number<detail::has_state, E> || detail::has_number_states<E>),
                  "lockstep::environment: E::state<R> must be an aggregate whose members are R, ls::vector<R, N> with N "
                  "above 0, or aggregates of these (no int, bool, pointer or base class)");
    static_assert(holds(!has_sizes_and_state<E> || detail::has_resets<E>),
                  "lockstep::environment: E needs  template <ls::real R> state<R> reset(ls::random<R>& random) const");
    static_assert(holds(!detail::has_resets<E> || resettable<E>), "lockstep::environment: E::reset must return state<R>");
    static_assert(holds(!has_sizes_and_state<E> || detail::has_observes<E>),
                  "lockstep::environment: E needs  template <ls::real R> ls::vector<R, observation_size> "
                  "observe(state<R> const&) const");
    static_assert(holds(!detail::has_observes<E> || observable<E>),
                  "lockstep::environment: E::observe must return ls::vector<R, observation_size>: check the type and the length");
    static_assert(holds(!has_sizes_and_state<E> || detail::has_steps<E>),
                  "lockstep::environment: E needs  template <ls::real R> ls::transition<state<R>> step(state<R> "
                  "const&, ls::vector<R, action_size> const& action) const");
    static_assert(holds(!detail::has_steps<E> || steppable<E>),
                  "lockstep::environment: E::step must return ls::transition<state<R>>");
    static_assert(detail::compiles_bodies<E>());
};

namespace detail {
/// An environment that stands in for a type which is none. It is made from a value of any type.
struct stand_in_environment {
    static constexpr std::size_t observation_size = 1, action_size = 1, episode_limit = 1;
    template <class R>
    struct state {
        R number;
    };

    stand_in_environment() = default;
    template <class E>
    stand_in_environment(E const&) {}

    template <real R>
    state<R> reset(random<R>&) const {
        return {R(0)};
    }
    template <real R>
    vector<R, 1> observe(state<R> const& now) const {
        return {now.number};
    }
    template <real R>
    transition<state<R>> step(state<R> const& now, vector<R, 1> const&) const {
        return {now, R(0), mask_t<R>(false)};
    }
};

/// E, if it is an environment. Otherwise another environment stands in for it, so that the sentences of checked_environment are
/// the only errors.
template <class E>
using usable_environment = std::conditional_t<environment<E>, E, stand_in_environment>;
}  // namespace detail

/// Returns true if E is an environment. Otherwise it does not compile, with the sentences of checked_environment.
template <class E>
consteval bool check_environment() {
    return sizeof(E) != 0 && sizeof(checked_environment<E>) != 0;  // E first: it may have static_asserts of its own
}

}  // namespace lockstep
