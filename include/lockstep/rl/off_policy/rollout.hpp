// SPDX-License-Identifier: MIT
// The rollout of an off-policy learner: a step of a pack of environments, from observation to policy to replay buffer.
#pragma once

#include <bit>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/common/first_episodes.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>
#include <lockstep/rl/off_policy/replay_buffer.hpp>
#include <lockstep/rl/policy/bounded_policy.hpp>
#include <lockstep/rl/policy/normalizer.hpp>

namespace lockstep {

/// Returns the step at which the held component of a random action was drawn. Components are held for 1, 1, 2, 4, ..., `longest`
/// steps, and then from 1 again. `longest` must be a power of two. The number of the step alone decides, so nothing needs to be
/// stored. The idea is that of Dabney et al. 2021, "Temporally-extended epsilon-greedy exploration", who draw the times from a
/// distribution with a heavy tail.
constexpr std::size_t held_since(std::size_t step, std::size_t longest) {
    std::size_t const within = step % (2 * longest);
    return step - within + std::bit_floor(within);
}

/// Returns which of the `components` components of an action is held in this step. The components take turns: the next hold has
/// the next component. Each sequence of holds, from 1 step to `longest`, begins one component later than the sequence before. So
/// each component gets holds of each length.
constexpr std::size_t held_component(std::size_t step, std::size_t longest, std::size_t components) {
    return (step / (2 * longest) + std::bit_width(step % (2 * longest))) % components;
}

/// Makes one step of one pack of environments. kernel(pack). All pointers are addresses in the device's memory.
template <class Env, class Networks>
struct off_policy_rollout {
    using environment = Env;
    static constexpr std::size_t observation_size = Env::observation_size;
    static constexpr std::size_t action_size = Env::action_size;
    template <class World>
    using in = off_policy_rollout<Env, typename Networks::template in<World>>;
    using W = typename Networks::world;
    using T = typename Networks::number;
    using R = typename W::number;
    using scalar = typename W::scalar;
    using index = typename W::index;
    template <class Value>
    using pointer = typename W::template pointer<Value>;
    static constexpr std::size_t stack_size = [] {
        if constexpr (W::is_native) {
            return stack_size_for(sizeof(typename bounded_actor_view<Networks>::workspace) + pack_bytes_on_stack<Env>);
        } else {
            return std::size_t(0);
        }
    }();

    typename W::template constant<Env> env;
    typename W::seed seed;
    index step;             ///< number of this step of each environment, from 0; also the number of its draws of noise
    index held_since;       ///< the step at which the held component of a uniform action was drawn
    scalar held_component;  ///< index of this component
    typename W::template constant<bool> uniform;  ///< true in the warm-up: draw actions uniformly
    typename W::template constant<bool> normalize;
    typename W::template constant<bool> staggered;      ///< as in begin_episodes
    typename W::template constant<bool> scale_rewards;  ///< false: returns are neither read nor written

    pointer<scalar const> parameters;                                      ///< [parameter_count] of the acting network
    pointer<scalar const> transposed_weights;                              ///< [transposed_count] of the acting network
    pointer<moments<observation_size, scalar> const> observation_moments;  ///< [1]
    replay_view<observation_size, action_size, T> memory;

    pointer<environment_pack<Env, R>> environments;              ///< [packs]
    pointer<moment_sums<R, observation_size>> observation_sums;  ///< [packs], of this step
    pointer<rollout_sums<R>> sums;                               ///< [packs], of the iteration

    scalar exploration_noise;                          ///< as in bounded_actor_view
    scalar discount;                                   ///< gamma
    pointer<moments<1, scalar> const> return_moments;  ///< [1]
    pointer<R> discounted_returns;                     ///< [packs]
    pointer<moment_sums<R, 1>> return_sums;            ///< [packs], of this step

    /// Sets the members that follow from `now`, the number of the step. Call it before a launch.
    void at(std::size_t now, std::size_t longest_hold) {
        step = now;
        held_since = lockstep::held_since(now, longest_hold);
        held_component = static_cast<scalar>(lockstep::held_component(now, longest_hold, action_size));
    }

    void begin(index const& pack) const {
        begin_episodes(static_cast<Env const&>(env), environments[pack], seed, pack, staggered);
        memory.begin(pack, environments[pack].observation);
    }

    void operator()(index const& pack) const {
        environment_pack<Env, R>& running = environments[pack];
        vector<R, action_size> const action = act(running.observation, pack);
        auto observed = all_zero<moment_sums<R, observation_size>, R>();
        for (std::size_t i = 0; i < observation_size; ++i) {
            observed.add(i, running.observation[i], *observation_moments);
        }
        observation_sums[pack] = observed;

        R const whole = is_complete_episode(running, staggered);
        auto const outcome = advance(static_cast<Env const&>(env), running, within_bounds<Env>(action), seed, pack);
        memory.add(pack, step, {.action = action,
                                .reward = outcome.reward,
                                .terminated = outcome.terminated,
                                .truncated = outcome.truncated,
                                .final_observation = outcome.final_observation,
                                .observation = running.observation});

        if (scale_rewards) {
            R const discounted_return = fma(R(discount), discounted_returns[pack], outcome.reward);
            auto returns = all_zero<moment_sums<R, 1>, R>();
            returns.add(0, discounted_return, *return_moments);
            return_sums[pack] = returns;
            discounted_returns[pack] = select(outcome.terminated || outcome.truncated, R(0), discounted_return);
        }
        sums[pack].add(outcome, whole);
    }

private:
    random<R> noise_of(index const& number, index const& pack) const {
        return {seed, environment_index<R>(pack), constant_words<R>(static_cast<typename W::flag>(number)), draw_purpose::action};
    }

    LOCKSTEP_NOINLINE vector<R, action_size> act(vector<R, observation_size> const& observation, index const& pack) const {
        random<R> noise = noise_of(step, pack);
        if (uniform) {
            random<R> earlier = noise_of(held_since, pack);
            vector<R, action_size> action;
            for (std::size_t i = 0; i < action_size; ++i) {
                R const fresh = noise.uniform(R(-1), R(1)), kept = earlier.uniform(R(-1), R(1));
                auto const is_held = abs(R(held_component) - R(static_cast<double>(i))) < R(0.5);
                action[i] = select(is_held, kept, fresh);
            }
            return action;
        }
        bounded_actor_view<Networks> const actor{parameters, transposed_weights,
                                                 normalizer<observation_size, scalar>::from(*observation_moments, normalize),
                                                 exploration_noise};
        typename bounded_actor_view<Networks>::workspace work;
        work.prepare();
        return actor.act(observation, work, noise);
    }
};

/// Begins the episodes of the environments beside a training, as begin_first_returns does
/// (rl/common/first_returns.hpp). kernel(pack).
template <class Env, class Networks>
struct off_policy_begin_beside {
    template <class World>
    using in = off_policy_begin_beside<Env, typename Networks::template in<World>>;
    static constexpr std::size_t stack_size = stack_size_for(pack_bytes_on_stack<Env>);

    off_policy_rollout<Env, Networks> of;

    void operator()(typename Networks::world::index const& pack) const {
        begin_episodes(static_cast<Env const&>(of.env), of.environments[pack], of.seed, pack, false);
        of.environments[pack].episode = typename Networks::world::number(1);
        of.memory.begin(pack, of.environments[pack].observation);
    }
};

}  // namespace lockstep
