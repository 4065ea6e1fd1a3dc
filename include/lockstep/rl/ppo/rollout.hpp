// SPDX-License-Identifier: MIT
// The rollout of an on-policy learner: a kernel that runs a pack of environments for a whole horizon. Observations, actions and
// states of the pack stay in lanes all the time.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/common/first_episodes.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/policy/normalizer.hpp>
#include <lockstep/rl/ppo/critic_view.hpp>
#include <lockstep/rl/ppo/view.hpp>

namespace lockstep {

/// Collects `horizon` steps of one pack of environments, and writes their samples. The critic gets all numbers of an agent's
/// observation, the actor the first Networks::observation_size of them. Each step has one sample for each agent. All pointers are
/// addresses in the device's memory. kernel(pack).
template <class Env, class Networks>
struct rollout {
    using environment = Env;
    static constexpr std::size_t agents = agent_count<Env>;
    static constexpr std::size_t observation_size = Networks::critic_observation_size;  ///< of one agent
    static constexpr std::size_t action_size = Networks::action_size;                   ///< of one agent
    template <class World>
    using in = rollout<Env, typename Networks::template in<World>>;
    using W = typename Networks::world;
    using T = typename Networks::number;
    using R = typename W::number;
    using scalar = typename W::scalar;
    template <class Value>
    using pointer = typename W::template pointer<Value>;
    static constexpr std::size_t width = W::width;
    using critic = typename Networks::critic;
    using observation = vector<R, observation_size>;
    /// True if the kernel's text loops over the numbers of an observation. It does so only if an observation has more than 64
    /// numbers, because shorter loops run faster unrolled.
    static constexpr bool has_loops = !W::is_native && observation_size > 64;
    /// The stack for both workspaces, and for the copies of observations and states.
    static constexpr std::size_t stack_size = [] {
        if constexpr (W::is_native) {
            return stack_size_for(sizeof(typename actor_view<Networks>::workspace) +
                                  sizeof(typename critic_view<Networks>::workspace) + pack_bytes_on_stack<Env>);
        } else {
            return std::size_t(0);
        }
    }();

    typename W::template constant<Env> env;
    typename W::index packs;    ///< of environments
    typename W::index horizon;  ///< steps of the rollout
    typename W::seed seed;
    typename W::flag first_step;  ///< steps that each environment made before this rollout: the counter of its action noise
    scalar discount;              ///< gamma
    typename W::template constant<bool> normalize;
    typename W::template constant<bool> staggered;  ///< as in begin_episodes
    ppo_view<Networks> view;                        ///< of this rollout

    pointer<environment_pack<Env, R>> environments;              ///< [packs]
    pointer<R> discounted_returns;                               ///< [packs]
    pointer<std::array<R, Networks::memory_size>> memories;      ///< [packs]
    pointer<moment_sums<R, observation_size>> observation_sums;  ///< [packs]
    pointer<moment_sums<R, 1>> return_sums;                      ///< [packs], of the discounted sum of past rewards
    pointer<rollout_sums<R>> sums;                               ///< [packs]

    void begin(typename W::index const& pack) const {
        begin_episodes(static_cast<Env const&>(env), environments[pack], seed, pack, staggered);
    }

    void operator()(typename W::index const& pack) const {
        kept<environment_pack<Env, R>> running = environments[pack];
        if constexpr (has_loops) {
            auto const sums_of_pack = W::pointer_to(observation_sums[pack].sum[0]);  // the sums, then the sums of squares
            for (auto const i : W::range(2 * observation_size)) {
                sums_of_pack[i] = R(0);
            }
        } else {
            observation_sums[pack] = all_zero<moment_sums<R, observation_size>, R>();
        }
        kept<moment_sums<R, 1>> returns = return_sums[pack];
        returns = all_zero<moment_sums<R, 1>, R>();
        kept<rollout_sums<R>> totals = sums[pack];
        totals = all_zero<rollout_sums<R>, R>();
        kept<R> discounted_return = discounted_returns[pack];
        auto const normalized = [this] {
            if constexpr (W::is_native) {
                return normalizer<observation_size, scalar>::from(*view.observation_moments, normalize);
            } else {
                return normalizer_in_memory<observation_size, W>{view.observation_moments, normalize};
            }
        }();
        using acting_view = actor_view<Networks>;
        acting_view const actor{view.parameters, view.transposed_weights,
                                decltype(acting_view::normalization)::identity()};  // observations are already normalised
        auto const policy = actor.policy();
        typename acting_view::workspace work;
        critic_view<Networks> const values{view.parameters, view.transposed_weights};
        critic_workspace estimate;
        work.prepare();
        estimate.prepare();
        if constexpr (Networks::memory_size > 0) {
            view.first_memories[pack] = memories[pack];
            set_memory(work, memories[pack]);
            set_memory(estimate, memories[pack], memory_size<typename Networks::actor>);
        }

        for (auto const step : W::range(horizon)) {
            as_function<R>([&] {
                auto& all = at(running, environments, pack).observation;
                auto& observed = observation_sums[pack];
                for (std::size_t agent = 0; agent < agents; ++agent) {
                    auto& out = view.samples[sample_pack(step, agent, pack)];
                    if constexpr (has_loops) {
                        auto const from = W::pointer_to(all[agent * observation_size]), to = W::pointer_to(out.observation[0]);
                        observed.template add_all<W>(from, *view.observation_moments);
                        normalized.for_each(from, [&](auto const& i, R const& x) { to[i] = x; });
                        as_function<R>([&] {
                            normalized.for_each(
                                from, [&](auto const& i, R const& x) { store_pack(x, estimate.inputs + i * width); });
                        });
                        out.value = values.of_inputs(estimate);
                    } else {
                        auto const& current = part_of<agents>(all, agent);
                        out.observation = normalized(current);
                        for (std::size_t i = 0; i < observation_size; ++i) {
                            observed.add(i, current[i], *view.observation_moments);
                        }
                        out.value = values.of(out.observation, estimate);
                    }
                }
            });
            as_function<R>([&] {
                auto const number = constant_words<R>(first_step + static_cast<typename W::flag>(step));
                random<R> noise(seed, environment_index<R>(pack), number, draw_purpose::action);
                auto const& acting = [&]() -> decltype(auto) {
                    if constexpr (W::is_native) {
                        return (policy);
                    } else {
                        return actor.policy();
                    }
                }();
                for (std::size_t agent = 0; agent < agents; ++agent) {
                    auto& out = view.samples[sample_pack(step, agent, pack)];
                    auto const outputs = [&] {
                        if constexpr (has_loops) {
                            auto const from = W::pointer_to(out.observation[0]);
                            for (auto const i : W::range(Networks::observation_size)) {
                                store_pack(from[i], work.inputs + i * width);
                            }
                            return actor.outputs_of(work);
                        } else {
                            return actor.outputs(lockstep::first<Networks::observation_size>(out.observation), work);
                        }
                    }();
                    out.action = acting.sample(outputs, noise);
                    out.log_prob = acting.log_prob(outputs, out.action);
                    out.ratio = R(1);
                }
            });

            mask_t<R> ended(false);
            as_function<R>([&] {
                auto& now = at(running, environments, pack);
                R const whole = is_complete_episode(now, staggered);
                auto const outcome = step_pack(static_cast<Env const&>(env), now, within_bounds<Env>(action_of(step, pack)));
                ended = outcome.terminated || outcome.truncated;
                for (std::size_t agent = 0; agent < agents; ++agent) {
                    auto& out = view.samples[sample_pack(step, agent, pack)];
                    out.reward = outcome.reward;
                    out.ended = select(ended, R(1), R(0));
                    out.bootstrap = R(0);
                }
                when(any(outcome.truncated), [&] {
                    for (std::size_t agent = 0; agent < agents; ++agent) {
                        R const final_value = bootstrap_value(normalized, now, agent, values, estimate);
                        view.samples[sample_pack(step, agent, pack)].bootstrap = select(outcome.truncated, final_value, R(0));
                    }
                });
                begin_again(static_cast<Env const&>(env), now, ended, seed, pack);
                at(totals, sums, pack).add(outcome, whole);

                R& past = at(discounted_return, discounted_returns, pack);
                past = fma(R(discount), past, outcome.reward);
                at(returns, return_sums, pack).add(0, past, *view.return_moments);
                past = select(ended, R(0), past);
            });
            if constexpr (Networks::memory_size > 0) {
                forget(work, ended);
                forget(estimate, ended);
            }
        }
        for (std::size_t agent = 0; agent < agents; ++agent) {
            view.last_values[agent_pack(agent, pack)] =
                bootstrap_value(normalized, at(running, environments, pack), agent, values, estimate);
        }

        if constexpr (W::is_native) {
            environments[pack] = running;
            discounted_returns[pack] = discounted_return;
            return_sums[pack] = returns;
            sums[pack] = totals;
        }
        if constexpr (Networks::memory_size > 0) {
            auto& memory = memories[pack];
            save_memory(work, memory);
            save_memory(estimate, memory, memory_size<typename Networks::actor>);
        }
    }

private:
    /// The type of the kernel's own variable for an element of a buffer. On the processor it is a copy on the stack, the fastest
    /// memory. In a kernel's text it is a reference to the element, since a thread of a graphics processor has too few registers
    /// for a copy.
    template <class T>
    using kept = std::conditional_t<W::is_native, T, T&>;
    template <class T>
    static T& at([[maybe_unused]] T& kept, [[maybe_unused]] pointer<T> const& where,
                 [[maybe_unused]] typename W::index const& pack) {
        if constexpr (W::is_native) {
            return kept;
        } else {
            return where[pack];
        }
    }

    using critic_workspace = typename critic_view<Networks>::workspace;

    /// Returns the index of an agent's pack among the packs of all agents.
    typename W::index agent_pack([[maybe_unused]] std::size_t agent, typename W::index const& pack) const {
        if constexpr (agents == 1) {
            return pack;
        } else {
            return packs * agent + pack;
        }
    }
    /// Returns the index in `samples` of the sample of an agent's pack at step `step`.
    typename W::index sample_pack(typename W::index const& step, std::size_t agent, typename W::index const& pack) const {
        if constexpr (agents == 1) {
            return step * packs + pack;
        } else {
            return step * (packs * agents) + agent_pack(agent, pack);
        }
    }
    /// Returns the action of the environment in this step: the actions of all agents, computed from what the policy drew.
    vector<R, Env::action_size> action_of(typename W::index const& step, typename W::index const& pack) const {
        using distribution = typename Networks::actions;
        if constexpr (agents == 1) {
            return distribution::action(view.samples[sample_pack(step, 0, pack)].action);
        } else {
            vector<R, Env::action_size> all;
            for (std::size_t agent = 0; agent < agents; ++agent) {
                set_part(all, agent, distribution::action(view.samples[sample_pack(step, agent, pack)].action));
            }
            return all;
        }
    }

    /// Returns the critic's value of an agent's present observation, from which targets bootstrap. The critic's memory is kept.
    template <class Normalized>
    R bootstrap_value(Normalized const& normalized, environment_pack<Env, R>& running, std::size_t agent,
                      critic_view<Networks> const& values, critic_workspace& work) const {
        auto const own = [&] { return normalized(part_of<agents>(running.observation, agent)); };
        if constexpr (W::is_native || Networks::memory_size > 0) {
            return values.keeping_memory(work, [&] { return values.of(own(), work); });
        } else {
            as_function<R>([&] {
                if constexpr (has_loops) {
                    normalized.for_each(W::pointer_to(running.observation[agent * observation_size]),
                                        [&](auto const& i, R const& x) { store_pack(x, work.inputs + i * width); });
                } else {
                    place(own(), work);
                }
            });
            return values.of_inputs(work);
        }
    }
};

}  // namespace lockstep
