// SPDX-License-Identifier: MIT
// A window of SHAC: a kernel in which a group of environments makes `horizon` steps, and which then runs the backward pass of the
// policy's loss through these steps. It also computes the critic's targets.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/gradient/step.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/common/first_episodes.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/policy/normalizer.hpp>
#include <lockstep/rl/shac/past_windows.hpp>
#include <lockstep/rl/shac/step.hpp>
#include <lockstep/rl/shac/taped_environment.hpp>
#include <lockstep/rl/shac/view.hpp>

namespace lockstep {

/// Runs sample_group environments forward through a window, pack by pack, and then runs the backward pass, step by step through
/// the window. kernel(group).
template <environment Env, class Networks>
struct shac_window {
    using W = typename Networks::world;
    using T = typename Networks::number;
    using R = typename W::number;
    using scalar = typename W::scalar;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using distribution = typename Networks::actions;
    using taped_env = taped_environment<Env, R>;
    using pack_of_environments = environment_pack<taped_env, R>;
    using state = state_t<Env, R>;
    static constexpr std::size_t observation_size = Env::observation_size, action_size = Env::action_size;
    using observations = vector<R, observation_size>;
    using record = shac_record<R, observation_size, action_size>;
    static constexpr std::size_t width = W::width, packs_per_group = group_packs<T>;
    using actor_workspace = typename actor::template workspace<pack_width<T>>;
    using critic_workspace = typename critic::template workspace<pack_width<T>>;
    static constexpr std::size_t stack_size =
        stack_size_for(sizeof(actor_workspace) + sizeof(critic_workspace) + 4 * pack_bytes_on_stack<Env>);

    Env env;
    std::size_t packs, horizon;  ///< packs of environments; steps of the window
    std::size_t length;          ///< a shorter window ends after each `length` steps of this one; at most `horizon`
    std::uint64_t seed;
    std::uint32_t first_step;  ///< steps that each environment made before this window: the counter of its action noise
    scalar discount, lambda;   ///< gamma, and lambda of the critic's targets
    scalar per_sample;         ///< 1 / (environments * horizon)
    scalar growth_limit;       ///< of the gradient in a step backward; 0: none
    scalar gradient_decay;     ///< as in shac_config
    scalar least_slope;        ///< of tanh, in the backward pass
    scalar mean_penalty;       ///< weight, in the loss, of half the squared mean of each action
    bool staggered;            ///< as in begin_episodes
    normalizer<observation_size, scalar> normalized;
    scalar reward_scale;  ///< factor of each reward
    shac_view<Env, Networks> view;  ///< of this window

    void operator()(std::size_t group) const {
        workspaces work;
        work.actor.prepare();
        work.critic.prepare();
        for (std::size_t r = 0; r < packs_per_group; ++r) {
            std::size_t const pack = group * packs_per_group + r;
            forward(pack, work);
            set_targets(pack);
        }
        backward(group, work);
    }

    /// Runs the backward pass alone, through the steps in memory. Only `gradients`, `sums` and the growth of the steps change.
    void run_backward(std::size_t group) const {
        workspaces work;
        work.actor.prepare();
        work.critic.prepare();
        backward(group, work);
    }

private:
    struct workspaces {
        actor_workspace actor;
        critic_workspace critic;
    };

    LOCKSTEP_NOINLINE void forward(std::size_t pack, workspaces& work) const {
        pack_of_environments& running = view.environments[pack];
        view.observation_sums[pack] = all_zero<moment_sums<R, observation_size>, R>();
        view.return_sums[pack] = all_zero<moment_sums<R, 1>, R>();
        view.episodes[pack] = all_zero<rollout_sums<R>, R>();
        view.sums[pack] = all_zero<shac_sums<R>, R>();
        taped_env taped = taped_env::of(env);
        R weight(1);
        for (std::size_t t = 0; t < horizon; ++t) {
            shac_step<Env, R>& s = view.steps_of_pack[pack * horizon + t];
            for (std::size_t i = 0; i < observation_size; ++i) {
                view.observation_sums[pack].add(i, running.observation[i], *view.observation_moments);
            }
            s.before = running.state;
            s.observation = normalized(running.observation);
            s.value = value_of(s.observation, work.critic);
            random<R> draws(seed, environment_index<R>(pack), constant_words<R>(first_step + static_cast<std::uint32_t>(t)),
                            draw_purpose::action);
            auto const policy = distribution::distribution(outputs_of(s.observation, work.actor));
            s.noise = policy.noise(draws);
            s.action = policy.at(s.noise).action;
            s.share = R(1);
            for (std::size_t i = 0; i < action_size; ++i) {
                s.drawn[i] = fma(exp(policy.log_deviation[i]), s.noise[i], policy.mean[i]);
            }
            s.log_density = log_density_of_draw(policy, s.noise);

            R const whole = is_complete_episode(running, staggered);
            taped.to = &s.step;
            auto const outcome = step_pack(taped, running, within_bounds<Env>(s.action));
            auto const ended = outcome.terminated || outcome.truncated;
            bool const ends_here = t + 1 == horizon || (t + 1) % length == 0;
            mask_t<R> const is_last(ends_here);
            auto const is_bootstrapped = outcome.truncated || (is_last && !outcome.terminated);
            s.after = running.state;
            s.next = normalized(outcome.final_observation);
            s.weight = weight;
            s.reward = outcome.reward * R(reward_scale);
            s.ended = select(ended, R(1), R(0));
            s.is_bootstrapped = select(is_bootstrapped, R(1), R(0));
            s.nonfinite = select(outcome.nonfinite, R(1), R(0));
            s.bootstrap = R(0);
            if (any(is_bootstrapped)) {
                s.bootstrap = select(is_bootstrapped, value_of(s.next, work.critic), R(0));
            }
            if (view.records != nullptr) {
                view.records[t * packs + pack] = {s.observation, s.next,  s.drawn,          s.log_density,
                                                  s.reward,      s.ended, s.is_bootstrapped};
            }
            if (view.traces != nullptr) {
                view.traces[pack * horizon + t] = s;
            }
            view.sums[pack].objective = view.sums[pack].objective + weight * (s.reward + R(discount) * s.bootstrap);
            weight = ends_here ? R(1) : select(ended, R(1), weight * R(discount));

            begin_again(taped, running, ended, seed, pack);
            view.episodes[pack].add(outcome, whole);
            R& past = view.discounted_returns[pack];
            past = fma(R(discount), past, outcome.reward);
            view.return_sums[pack].add(0, past, *view.return_moments);
            past = select(ended, R(0), past);
        }
    }

    void set_targets(std::size_t pack) const {
        td_lambda_targets<R> targets{.discount = R(discount), .lambda = R(lambda)};
        for (std::size_t t = horizon; t-- > 0;) {
            shac_step<Env, R> const& s = view.steps_of_pack[pack * horizon + t];
            auto const cut = R(0.5) < s.ended || R(0.5) < s.is_bootstrapped;
            view.samples[t * packs + pack] = {s.observation, targets(s.reward, s.value, s.bootstrap, cut)};
        }
    }

    LOCKSTEP_NOINLINE void backward(std::size_t group, workspaces& work) const {
        differentiable_step<Env, R> observer;
        state of_state[packs_per_group];
        for (std::size_t t = horizon; t-- > 0;) {
            for (std::size_t r = 0; r < packs_per_group; ++r) {
                std::size_t const pack = group * packs_per_group + r;
                shac_step<Env, R>& s = view.steps_of_pack[pack * horizon + t];
                auto const cut_here = R(0.5) < s.ended || R(0.5) < s.is_bootstrapped;
                state after =
                    t + 1 == horizon ? all_zero<state, R>() : select_all<R>(cut_here, all_zero<state, R>(), of_state[r]);
                auto const is_bootstrapped = R(0.5) < s.is_bootstrapped;
                if (any(is_bootstrapped)) {
                    R const factor = select(is_bootstrapped, R(-discount) * s.weight * R(per_sample), R(0));
                    add(after, observer.backward_observation(env, s.after, value_gradient(s.next, factor, work.critic)));
                }
                auto const is_finite_step = !(R(0.5) < s.nonfinite);
                after = select_all<R>(is_finite_step, after, all_zero<state, R>());
                auto gradient = s.step.backward(after, select(is_finite_step, R(-reward_scale * per_sample) * s.weight, R(0)));
                s.growth = growth_of(gradient.state, after);
                auto passes = is_finite_step && detail::all_finite<R>(gradient.state, gradient.action);
                if (scalar(0) < growth_limit) {
                    R const limit = R(growth_limit * growth_limit), squares = squared_norm(after);
                    auto const nothing_follows = !(R(0) < squares);  // as after a termination
                    passes = passes && (nothing_follows || squared_norm(gradient.state) <= limit * squares);
                }
                gradient.action = select_all<R>(passes, gradient.action, all_zero<vector<R, action_size>, R>());
                gradient.state = select_all<R>(passes, gradient.state, all_zero<state, R>());
                observations of_observation = policy_gradient(s, gradient.action, t + 1 < horizon || r > 0, group, work.actor);
                if (any(!passes)) {
                    view.sums[pack].cut = view.sums[pack].cut + select(passes, R(0), R(1));
                    R const factor = select(passes, R(0), -s.weight * R(per_sample));
                    auto const of_value = value_gradient(s.observation, factor, work.critic);
                    for (std::size_t i = 0; i < observation_size; ++i) {
                        of_observation[i] = of_observation[i] + of_value[i];
                    }
                }
                of_state[r] = gradient.state;
                for (R& x : lockstep::numbers_of<R>(of_state[r])) {
                    x = x * R(gradient_decay);
                }
                add(of_state[r], observer.backward_observation(env, s.before, of_observation));
            }
        }
    }

    /// Computes the actor's gradient from `of_action`, the gradient with respect to the environment's action. If `more` is true,
    /// adds the result to the gradient of the group, otherwise overwrites the gradient of the group. Returns the gradient with
    /// respect to the observation before it was normalised.
    LOCKSTEP_NOINLINE observations policy_gradient(shac_step<Env, R> const& s, vector<R, action_size> of_action, bool more,
                                                   std::size_t group, actor_workspace& work) const {
        constexpr double reach = 0.5 * (action_high<Env> - action_low<Env>);
        auto const outputs = outputs_of(s.observation, work);
        auto const policy = distribution::distribution(outputs);
        for (std::size_t i = 0; i < action_size; ++i) {
            of_action[i] = of_action[i] * R(reach) * s.share;
        }
        auto const slope_at = [&](R const& action) { return max(R(least_slope), policy.slope(action)); };
        auto const of_draw = policy.draw_gradient({s.action, R(0)}, s.noise, of_action, R(0), slope_at);
        typename distribution::outputs of_outputs;
        for (std::size_t i = 0; i < action_size; ++i) {
            of_outputs[i] = fma(R(mean_penalty * per_sample), policy.mean[i], of_draw.mean[i]);
            of_outputs[action_size + i] = policy.unless_held(i, outputs[action_size + i], of_draw.log_deviation[i]);
        }
        store_features(of_outputs, work.output_gradients + 0, pack_width<T>);
        actor::backward(view.parameters, view.transposed_weights, work, pack_width<T>);
        actor::gradient(work, pack_width<T>, view.gradients + group * actor::parameter_count, more);
        actor::input_gradient(view.parameters, work, pack_width<T>);
        return normalized.backward(s.observation, load_features<R, observation_size>(work.input_gradients + 0, pack_width<T>));
    }

    typename distribution::outputs outputs_of(observations const& observation, actor_workspace& work) const {
        forward_actor<actor>(view.parameters, view.transposed_weights, observation, work);
        return load_features<R, distribution::output_size>(work.outputs + 0, pack_width<T>);
    }

    LOCKSTEP_NOINLINE R value_of(observations const& observation, critic_workspace& work) const {
        place(observation, work);
        critic::forward(view.target, view.target_transposed, work, pack_width<T>);
        return load_pack<R>(work.outputs + 0);
    }

    /// Returns `factor` times the gradient of the target critic's value with respect to the observation before it was normalised.
    /// `observation` is normalised.
    LOCKSTEP_NOINLINE observations value_gradient(observations const& observation, R const& factor,
                                                  critic_workspace& work) const {
        value_of(observation, work);
        store_pack(factor, work.output_gradients + 0);
        critic::backward(view.target, view.target_transposed, work, pack_width<T>);
        critic::input_gradient(view.target, work, pack_width<T>);
        return normalized.backward(observation, load_features<R, observation_size>(work.input_gradients + 0, pack_width<T>));
    }

    static void add(state& to, state const& gradient) {
        auto const numbers = lockstep::numbers_of<R>(to);
        auto const more = lockstep::numbers_of<R>(gradient);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            numbers[i] = numbers[i] + more[i];
        }
    }
    /// Returns the growth of a gradient in one step backward: the norm of `before` divided by the norm of `after`. These are the
    /// gradients with respect to the state before and after the step. The growth is 0 if a gradient is not finite, or if `after`
    /// is almost 0.
    static R growth_of(state const& before, state const& after) {
        R const squares = squared_norm(after), ratio = squared_norm(before) / squares;
        return select(R(1e-20) < squares && is_finite(ratio), sqrt(ratio), R(0));
    }
    static R squared_norm(state const& gradient) {
        R sum(0);
        for (R const& x : lockstep::numbers_of<R>(gradient)) {
            sum = fma(x, x, sum);
        }
        return sum;
    }
};

}  // namespace lockstep
