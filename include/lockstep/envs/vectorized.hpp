// SPDX-License-Identifier: MIT
// A row of environments that run in lockstep, one a lane: episodes end and begin again within a step, each lane for
// itself. Everything that runs environments (rollouts, evaluation, environments<Env, Device>) does it with these two
// functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep {

/// The environments of one row between two steps: only numbers, so that a row can live in any device's memory.
template <environment Env, real R>
struct environment_row {
    state_t<Env, R> state;
    vector<R, Env::observation_size> observation;  ///< of `state`
    R episode;                                     ///< number of the running episode, from 0; exact to 2^24
    R length;                                      ///< steps of the running episode so far
    R episode_return;                              ///< sum of its rewards so far
};

/// What one step of a row yields. `terminated` and `truncated` are never both set; after either, the row already holds
/// the start of the next episode.
template <environment Env, real R>
struct step_outcome {
    R reward;
    mask_t<R> terminated;  ///< the environment ended the episode, or it is nonfinite
    mask_t<R> truncated;   ///< Env::episode_limit ended it
    mask_t<R> nonfinite;   ///< state, observation or reward became infinite or NaN: ended, with reward 0
    R episode_return;      ///< of the episode up to and with this step
    R episode_length;      ///< likewise, steps
    vector<R, Env::observation_size> final_observation;  ///< after the step, before any reset; always finite
};

/// The numbers of the environments of row `row`: row * width + lane. Each has a stream of random numbers of its own,
/// whatever the width and however many others there are.
template <real R, class Index>
LOCKSTEP_INLINE words<R> environment_index(Index const& row) {
    if constexpr (is_written<R>) {
        return number_traits<R>::consecutive(row);
    } else {
        return consecutive_words<R>(static_cast<std::uint32_t>(row * width_of<R>));
    }
}

/// Bytes that a kernel has in variables that acts in a row of environments: copies of observations and states, of which g++
/// keeps about nine at once.
template <class Env>
inline constexpr std::size_t row_bytes_on_stack = 9 * sizeof(environment_row<Env, native_lanes>);

namespace detail {
/// A count as the word that names a stream.
template <real R>
LOCKSTEP_INLINE words<R> to_words(R const& count) {
    if constexpr (std::is_same_v<words<R>, std::uint32_t>) {
        return static_cast<std::uint32_t>(count);
    } else {
        return (words<R>)number_traits<R>::to_integer(count);
    }
}

/// Where is_finite holds for every number of the aggregates, in one operation a number: 0 x is 0 for a finite x only.
template <real R, class... Aggregates>
LOCKSTEP_INLINE mask_t<R> all_finite(Aggregates const&... aggregates) {
    R zero = R(0);
    auto const add = [&zero](auto const& aggregate) {
        for (R const& x : rows<R>(aggregate)) {
            zero = fma(x, R(0), zero);
        }
    };
    (add(aggregates), ...);
    return is_finite(zero);
}

/// What a policy is shown of a state that the environment did not step to, and so nobody has checked: 0 for a number
/// that is not finite. The next step of such a state ends its episode.
template <class Env, real R>
LOCKSTEP_INLINE void observe(Env const& env, environment_row<Env, R>& of) {
    of.observation = env.observe(of.state);
    for (R& x : of.observation) {
        x = select(is_finite(x), x, R(0));
    }
}

/// The start of the row's episode, with its observation: drawn from (seed, environment, episode) and nothing else.
template <class Env, real R, class Seed, class Index>
LOCKSTEP_NOINLINE void start_episode(Env const& env, environment_row<Env, R>& to, Seed const& seed, Index const& row) {
    random<R> draws(seed, environment_index<R>(row), to_words(to.episode));
    to.state = env.reset(draws);
    observe(env, to);
    to.length = R(0);
    to.episode_return = R(0);
}
}  // namespace detail

/// Begins episode 0 of the environments of row `row`. Seed and Index are those of the world that R is of.
template <environment Env, real R, class Seed, class Index>
LOCKSTEP_INLINE void reset(Env const& env, environment_row<Env, R>& to, Seed const& seed, Index const& row) {
    to.episode = R(0);
    detail::start_episode(env, to, seed, row);
}

/// One step of every environment of the row. Where one ended, call begin_again.
template <environment Env, real R>
LOCKSTEP_INLINE step_outcome<Env, R> step_row(Env const& env, environment_row<Env, R>& running,
                                               vector<R, Env::action_size> const& action) {
    step_outcome<Env, R> outcome;
    auto const next = env.step(running.state, action);
    auto const observation = env.observe(next.state);
    auto const finite = detail::all_finite<R>(next.state, observation, next.reward);

    outcome.nonfinite = !finite;
    outcome.reward = select(finite, next.reward, R(0));
    outcome.final_observation = select_rows<R>(finite, observation, running.observation);
    outcome.episode_return = running.episode_return + outcome.reward;
    outcome.episode_length = running.length + R(1);
    outcome.terminated = next.terminated || !finite;
    outcome.truncated = R(Env::episode_limit) <= outcome.episode_length && !outcome.terminated;

    running.state = next.state;
    running.observation = observation;
    running.length = outcome.episode_length;
    running.episode_return = outcome.episode_return;
    return outcome;
}

/// A new episode where one ended.
template <environment Env, real R, class Seed, class Index>
LOCKSTEP_INLINE void begin_again(Env const& env, environment_row<Env, R>& running, mask_t<R> const& ended, Seed const& seed,
                                 Index const& row) {
    auto const begin = [&] {
        as_function<R>([&] {
            environment_row<Env, R> fresh;
            fresh.episode = running.episode + R(1);
            detail::start_episode(env, fresh, seed, row);
            running = select_rows<R>(ended, fresh, running);
        });
    };
    when(any(ended), begin, running);
}

/// One step of every environment of the row, and a new episode where one ended. `seed` and `row` as in reset.
template <environment Env, real R, class Seed, class Index>
LOCKSTEP_INLINE step_outcome<Env, R> advance(Env const& env, environment_row<Env, R>& running,
                                             vector<R, Env::action_size> const& action, Seed const& seed, Index const& row) {
    auto const outcome = step_row(env, running, action);
    begin_again(env, running, outcome.terminated || outcome.truncated, seed, row);
    return outcome;
}

}  // namespace lockstep
