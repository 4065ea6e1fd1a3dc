// SPDX-License-Identifier: MIT
// A pack of environments that run in lockstep, one in each lane. Within a step an episode may end and the next one start, in each
// lane independently of the others. Rollouts, evaluation and environments<Env, Device> use the functions of this header.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/random_stream.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep {

/// The environments of one pack between two steps: only numbers, so that a pack can live in any device's memory. Env must be an
/// environment. The template has no constraint that says so: learners check Env with clear messages, and each use of a
/// constrained type would repeat these messages.
template <class Env, real R>
struct environment_pack {
    state_t<Env, R> state;
    vector<R, Env::observation_size> observation;  ///< of `state`
    R episode;                                     ///< number of the running episode, from 0; exact to 2^24
    R length;                                      ///< steps of the running episode so far
    R episode_return;                              ///< sum of its rewards so far
};

/// The result of one step of a pack. `terminated` and `truncated` are never both set. Where one of them is set, the episode has
/// ended. `advance` has already started the next episode in the pack, step_pack has not.
template <environment Env, real R>
struct step_outcome {
    R reward;
    mask_t<R> terminated;  ///< the environment ended the episode, or `nonfinite` is set
    mask_t<R> truncated;   ///< Env::episode_limit ended it
    mask_t<R> nonfinite;   ///< state, observation or reward is infinite or NaN: the episode ends, with reward 0
    R episode_return;      ///< the sum of the episode's rewards, this step included
    R episode_length;      ///< the steps of the episode, this step included
    /// The observation after the step, before any reset. In lanes of `nonfinite` it is the observation before the step. So it is
    /// always finite.
    vector<R, Env::observation_size> final_observation;
};

/// Returns the indices of the environments of the pack of number `pack`: pack * width + lane. An environment's index names its
/// stream of random numbers. So the stream depends on neither the width nor the number of environments.
template <real R, class Index>
LOCKSTEP_INLINE words<R> environment_index(Index const& pack) {
    if constexpr (is_written<R>) {
        return number_traits<R>::consecutive(pack);
    } else {
        return consecutive_words<R>(static_cast<std::uint32_t>(pack * width_of<R>));
    }
}

/// The bytes of stack that a kernel needs if it steps a pack of environments: g++ keeps about nine copies of observations and
/// states at once.
template <class Env>
inline constexpr std::size_t pack_bytes_on_stack = 9 * sizeof(environment_pack<Env, native_lanes>);

namespace detail {
/// Returns the lanes in which all numbers of the aggregates are finite. It takes one operation for each number: 0 * x is 0 only
/// for a finite x.
template <real R, class... Aggregates>
LOCKSTEP_INLINE mask_t<R> all_finite(Aggregates const&... aggregates) {
    R zero = R(0);
    auto const add = [&zero](auto const& aggregate) {
        for (R const& x : numbers_of<R>(aggregate)) {
            zero = fma(x, R(0), zero);
        }
    };
    (add(aggregates), ...);
    return is_finite(zero);
}

/// Sets of.observation to the observation of of.state, a state that no step has checked: a start, or a state that the host has
/// set. Numbers of the observation that are not finite become 0. If the state is not finite, the next step ends the episode,
/// unless its state, observation and reward are finite again.
template <class Env, real R>
LOCKSTEP_INLINE void observe(Env const& env, environment_pack<Env, R>& of) {
    of.observation = env.observe(of.state);
    for (R& x : of.observation) {
        x = select(is_finite(x), x, R(0));
    }
}

/// Starts episode number to.episode in each lane. The start depends on the seed, the index of the environment and the number of
/// the episode, and on nothing else.
template <class Env, real R, class Seed, class Index>
LOCKSTEP_NOINLINE void start_episode(Env const& env, environment_pack<Env, R>& to, Seed const& seed, Index const& pack) {
    random<R> draws(seed, environment_index<R>(pack), to_words(to.episode));
    to.state = env.reset(draws);
    observe(env, to);
    to.length = R(0);
    to.episode_return = R(0);
}
}  // namespace detail

/// Starts episode 0 of the environments of the pack of number `pack`. Seed and Index are the types of seeds and indices in the
/// world of R.
template <environment Env, real R, class Seed, class Index>
LOCKSTEP_INLINE void reset(Env const& env, environment_pack<Env, R>& to, Seed const& seed, Index const& pack) {
    to.episode = R(0);
    detail::start_episode(env, to, seed, pack);
}

/// Steps every environment of the pack and returns the outcome. It starts no new episodes: call begin_again afterwards.
template <environment Env, real R>
LOCKSTEP_INLINE step_outcome<Env, R> step_pack(Env const& env, environment_pack<Env, R>& running,
                                               vector<R, Env::action_size> const& action) {
    step_outcome<Env, R> outcome;
    auto const next = env.step(running.state, action);
    auto const observation = env.observe(next.state);
    auto const finite = detail::all_finite<R>(next.state, observation, next.reward);

    outcome.nonfinite = !finite;
    outcome.reward = select(finite, next.reward, R(0));
    outcome.final_observation = select_all<R>(finite, observation, running.observation);
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

/// Starts the next episode in the lanes of `ended`. `seed` and `pack` are those of reset.
template <environment Env, real R, class Seed, class Index>
LOCKSTEP_INLINE void begin_again(Env const& env, environment_pack<Env, R>& running, mask_t<R> const& ended, Seed const& seed,
                                 Index const& pack) {
    auto const begin = [&] {
        as_function<R>([&] {
            environment_pack<Env, R> fresh;
            fresh.episode = running.episode + R(1);
            detail::start_episode(env, fresh, seed, pack);
            running = select_all<R>(ended, fresh, running);
        });
    };
    when(any(ended), begin, running);
}

/// Steps every environment of the pack, and starts a new episode where one ended. `seed` and `pack` are those of reset.
template <environment Env, real R, class Seed, class Index>
LOCKSTEP_INLINE step_outcome<Env, R> advance(Env const& env, environment_pack<Env, R>& running,
                                             vector<R, Env::action_size> const& action, Seed const& seed, Index const& pack) {
    auto const outcome = step_pack(env, running, action);
    begin_again(env, running, outcome.terminated || outcome.truncated, seed, pack);
    return outcome;
}

}  // namespace lockstep
