// SPDX-License-Identifier: MIT
// The rollout of an off-policy learner: a step of a row of environments, from observation to policy to replay buffer.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/action_bounds.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/bounded_policy.hpp>
#include <lockstep/rl/first_episodes.hpp>
#include <lockstep/rl/moments.hpp>
#include <lockstep/rl/normalizer.hpp>
#include <lockstep/rl/replay_buffer.hpp>
#include <lockstep/rl/rollout_sums.hpp>

namespace lockstep {

/// One step of one row of environments: kernel(row). All pointers are addresses in the device's memory.
template <class Env, class Networks>
struct off_policy_rollout {
    static constexpr std::size_t observation_size = Env::observation_size;
    static constexpr std::size_t action_size = Env::action_size;
    using R = native_lanes;
    static constexpr std::size_t stack_size =
        stack_size_for(sizeof(typename bounded_actor_view<Networks>::workspace) + row_bytes_on_stack<Env>);
    static constexpr std::uint32_t action_noise = 1;  ///< a purpose of random numbers

    Env env;
    std::uint64_t seed;
    std::size_t step;    ///< steps each environment made before this one
    bool uniform;        ///< draw actions uniformly: the warm-up
    bool first;          ///< of an iteration: sums begin
    bool normalize;
    bool staggered;      ///< as in begin_episodes

    float const* parameters;  ///< of the actor in use
    float const* derived;
    moments<observation_size> const* observation_moments;
    replay_view<observation_size, action_size> memory;

    environment_row<Env, R>* environments;               ///< [rows]
    moment_sums<R, observation_size>* observation_sums;  ///< [rows], of this step
    rollout_sums<R>* sums;                               ///< [rows], of the iteration

    float exploration_noise = 0;  ///< as in bounded_actor_view
    float discount = 0;
    moments<1> const* return_moments = nullptr;  ///< those below are kept only where rewards are scaled
    R* discounted_returns = nullptr;             ///< [rows]
    moment_sums<R, 1>* return_sums = nullptr;    ///< [rows], of this step

    void begin(std::size_t row) const {
        begin_episodes(env, environments[row], seed, row, staggered);
        memory.begin(row, environments[row].observation);
    }

    void operator()(std::size_t row) const {
        environment_row<Env, R>& running = environments[row];
        random<R> noise(seed, environment_index<R>(row), constant_words<R>(static_cast<std::uint32_t>(step)), action_noise);
        vector<R, action_size> const action = choose(running.observation, noise);
        moment_sums<R, observation_size> seen{};
        for (std::size_t i = 0; i < observation_size; ++i) {
            seen.add(i, running.observation[i], *observation_moments);
        }
        observation_sums[row] = seen;

        R const whole = is_whole(running, staggered);
        auto const outcome = advance(env, running, within_bounds<Env>(action), seed, row);
        memory.add(row, step, {.action = action,
                               .reward = outcome.reward,
                               .terminated = outcome.terminated,
                               .truncated = outcome.truncated,
                               .final_observation = outcome.final_observation,
                               .observation = running.observation});

        if (return_moments != nullptr) {
            R const discounted_return = fma(R(discount), discounted_returns[row], outcome.reward);
            moment_sums<R, 1> returns{};
            returns.add(0, discounted_return, *return_moments);
            return_sums[row] = returns;
            discounted_returns[row] = select(outcome.terminated || outcome.truncated, R(0), discounted_return);
        }

        rollout_sums<R> totals = first ? rollout_sums<R>{} : sums[row];
        totals.add(outcome, whole);
        sums[row] = totals;
    }

private:
    LOCKSTEP_NOINLINE vector<R, action_size> choose(vector<R, observation_size> const& observation, random<R>& noise) const {
        if (uniform) {
            vector<R, action_size> action;
            for (R& x : action) {
                x = noise.uniform(R(-1), R(1));
            }
            return action;
        }
        bounded_actor_view<Networks> const actor{
            parameters, derived, normalizer<observation_size>::from(*observation_moments, normalize), exploration_noise};
        typename bounded_actor_view<Networks>::workspace work;
        work.prepare();
        return actor.act(observation, work, noise);
    }
};

}  // namespace lockstep
