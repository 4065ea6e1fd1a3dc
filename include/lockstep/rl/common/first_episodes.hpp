// SPDX-License-Identifier: MIT
// Begins the first episodes of a training. Staggered episodes do not all end at the same time.
#pragma once

#include <cstddef>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/common/moments.hpp>

namespace lockstep {

/// Begins the first episodes of a pack of environments. If they are `staggered`, each episode counts a random number of steps,
/// below episode_limit, as made already.
template <class Env, real R, class Seed, class Index>
void begin_episodes(Env const& env, environment_pack<Env, R>& running, Seed const& seed, Index const& pack, bool staggered) {
    reset(env, running, seed, pack);
    if (staggered) {
        random<R> draws(seed, environment_index<R>(pack), constant_words<R>(0), draw_purpose::first_episode);
        running.length = floor(draws.uniform() * R(Env::episode_limit));
    }
}

/// Begins the first episodes of the environments of a rollout: calls of.begin(pack). kernel(pack).
template <class Rollout>
struct begin_rollout {
    template <class World>
    using in = begin_rollout<typename Rollout::template in<World>>;
    static constexpr std::size_t stack_size = stack_size_for(pack_bytes_on_stack<typename Rollout::environment>);

    Rollout of;

    void operator()(typename Rollout::W::index const& pack) const { of.begin(pack); }
};

/// Centres the sums of observations on the first observation of the first environment's first agent. kernel(0).
template <class Env, class W>
struct expect_observations {
    template <class World>
    using in = expect_observations<Env, World>;

    using observed = lockstep::moments<agent_observation_size<Env>, typename W::scalar>;

    typename W::template pointer<observed> moments;                                              ///< [1], of observations
    typename W::template pointer<environment_pack<Env, typename W::number> const> environments;  ///< [packs]

    void operator()(typename W::index const&) const { moments->expect(environments->observation); }
};

/// Returns 1 in lanes whose running episode counts as whole, and 0 in other lanes. If first episodes are `staggered`, a first
/// episode does not count as whole, because it did not run from its first step.
template <class Env, real R>
R is_complete_episode(environment_pack<Env, R> const& running, bool staggered) {
    return select(R(staggered ? 0.5f : -0.5f) < running.episode, R(1), R(0));
}

}  // namespace lockstep
