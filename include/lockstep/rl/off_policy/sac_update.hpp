// SPDX-License-Identifier: MIT
// An update of soft actor-critic (Haarnoja et al. 2018b, "Soft Actor-Critic Algorithms and Applications", algorithm 1): the
// Bellman target, the step of the critics, the loss of the actor and the temperature. kernels.hpp says in which order they run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/rl/off_policy/crossq_config.hpp>
#include <lockstep/rl/off_policy/sac_config.hpp>
#include <lockstep/rl/off_policy/sac_networks.hpp>
#include <lockstep/rl/off_policy/update.hpp>

namespace lockstep {

template <class Networks>
struct sac_samples : off_policy_samples<Networks> {
    using base = off_policy_samples<Networks>;
    using T = typename Networks::number;
    alignas(64) array_t<T, base::block> next_log_prob;              ///< of the next action
    alignas(64) feature_rows<T, base::actions, base::block> noise;  ///< that the policy's action was drawn with
    alignas(64) array_t<T, base::block> log_prob;                   ///< of the policy's action
};

template <class S>
struct basic_sac_progress : basic_off_policy_progress<S> {
    S log_prob;  ///< of the policy's actions
    S temperature;  ///< after the last update; no sum

    void clear() {
        basic_off_policy_progress<S>::clear();
        log_prob = S(0);
        temperature = S(0);
    }
};
using sac_progress = basic_sac_progress<float>;

template <class Networks>
struct sac_update : off_policy_update<config_of<sac_method, Networks>, Networks, sac_samples<Networks>, basic_sac_progress> {
    template <class World>
    using in = sac_update<typename Networks::template in<World>>;
    using base = off_policy_update<config_of<sac_method, Networks>, Networks, sac_samples<Networks>, basic_sac_progress>;
    using base::action_size, base::block, base::config, base::transposed_weights, base::gradient, base::parameters,
        base::progress, base::samples, base::width;
    using base::acting, base::forward, base::improves_actor, base::slices, base::place, base::rows_at, base::rows_of,
        base::samples_of, base::stream;
    using typename base::actor, typename base::config_type, typename base::critic_workspace, typename base::W, typename base::R,
        typename base::samples_type, typename base::T, typename base::scalar, typename base::index, typename base::measured;

    static constexpr std::string_view name = "sac";

    static void initialize(config_type const& c, std::span<scalar> parameters) {
        Networks::initialize(parameters, c.seed);
        parameters[Networks::log_temperature] = log(static_cast<scalar>(c.initial_temperature));
    }
    static float exploration_noise(config_type const&) { return 0; }
    /// alpha, the weight of the entropy beside the reward.
    scalar temperature() const { return exp(scalar(parameters[Networks::log_temperature])); }

    void begin_iteration() const {
        base::begin_iteration();
        progress->temperature = static_cast<measured>(temperature());
    }

    /// Draws actions from the policy at the next observations of `slice`.
    void choose_next_actions(index const& slice) const {
        samples_type& batch = samples[slice];
        index const count = samples_of(slice);
        forward(acting(), batch.next_observation, count, batch);
        for (auto const row : rows_of(count)) {
            index const first = row * width;
            auto const policy = Networks::distribution(batch.policy.outputs + first, block);
            random<R> draws = stream(slice, first, draw_purpose::next_action);
            auto const drawn = policy.at(policy.noise(draws));
            place(drawn.action, batch.next_action, first);
            store_row(drawn.log_prob, batch.next_log_prob + first);
        }
    }

    // The critics.

    /// The Bellman target (eq. 2 and 3): reward + discount * (next_value - alpha * next_log_prob). The discount is 0 after a
    /// termination. next_value is the smaller of the values that both target networks give the next action.
    auto td_target() const {
        R const alpha = R(temperature());
        return [alpha](samples_type& batch, index const& first) {
            R const reward = load_row<R>(batch.reward + first), discount = load_row<R>(batch.discount + first);
            R const next_log_prob = load_row<R>(batch.next_log_prob + first);
            R const soft_reward = multiply_add(-(discount * alpha), next_log_prob, reward);
            return [soft_reward, discount](R const& next_value) { return fma(discount, next_value, soft_reward); };
        };
    }

    /// A step of critic `i` towards the targets, by half the squared error. Then its target network follows, and the improved
    /// critic values the policy's actions for the loss of the actor.
    void improve_critic(index const& i) const {
        critic_workspace work;
        work.prepare();
        base::improve_critic(i, work, td_target());
        base::follow_critic(i);
        when(improves_actor(), [&] {
            for (auto const slice : W::range(slices())) {
                base::differentiate_value(i, slice, work);
            }
        });
    }

    /// The same for a divided step, each in a kernel of its own.
    static constexpr bool uses_both_values = true;  ///< the loss of the actor does
    void descend_critic(index const& k) const { base::descend_critic_range(k, [](auto body) { body(); }); }
    void differentiate_values(index const& k) const {
        base::differentiate_value(k / slices(), k % slices(), base::passes[k].work);
    }

    // The actor.

    /// Draws actions from the policy at the observations of `slice`, by the actor's outputs.
    void choose_actions(index const& slice) const {
        samples_type& batch = samples[slice];
        for (auto const row : rows_of(samples_of(slice))) {
            index const first = row * width;
            auto const policy = Networks::distribution(batch.policy.outputs + first, block);
            random<R> draws = stream(slice, first, draw_purpose::policy_action);
            auto const standard = policy.noise(draws);
            auto const drawn = policy.at(standard);
            place(standard, batch.noise, first);
            place(drawn.action, batch.policy_action, first);
            store_row(drawn.log_prob, batch.log_prob + first);
        }
    }

    /// The loss of the actor, alpha * log_prob - min(Q_0, Q_1) at the policy's actions (eq. 7), back through the actor.
    void differentiate_actor(index const& slice) const {
        samples_type& batch = samples[slice];
        R const by_log_prob = R(temperature()) * this->per_sample();
        for (auto const row : rows_of(samples_of(slice))) {
            index const first = row * width;
            auto const first_is_smaller = load_row<R>(batch.value[0] + first) < load_row<R>(batch.value[1] + first);
            vector<R, action_size> by_action;
            for (std::size_t a = 0; a < action_size; ++a) {
                by_action[a] = -this->per_sample() * select(first_is_smaller, load_row<R>(batch.value_gradient[a] + first),
                                                            load_row<R>(batch.value_gradient[action_size + a] + first));
            }
            auto const policy = Networks::distribution(batch.policy.outputs + first, block);
            auto const by = policy.draw_gradient({rows_at(batch.policy_action, first), load_row<R>(batch.log_prob + first)},
                                                 rows_at(batch.noise, first), by_action, by_log_prob);
            for (std::size_t a = 0; a < action_size; ++a) {
                index const deviation = first + (action_size + a) * block;
                auto const held = policy.log_deviation[a] != load_row<R>(batch.policy.outputs + deviation);
                store_row(by.mean[a], batch.policy.output_gradients + (first + a * block));
                store_row(select(held, R(0), by.log_deviation[a]), batch.policy.output_gradients + deviation);
            }
        }
        base::differentiate_slice(slice);
    }

    /// A step of the actor, and of the temperature.
    void improve_actor() const {
        scalar log_prob(0);
        scalar value(0);
        for (auto const slice : W::range(slices())) {
            samples_type& batch = samples[slice];
            for (auto const s : W::range(samples_of(slice))) {
                log_prob += *(batch.log_prob + s);
                value += min(scalar(batch.value[0][s]), scalar(batch.value[1][s]));
            }
        }
        log_prob /= scalar(config.batch);
        value /= scalar(config.batch);
        when(this->can_improve_actor(temperature() * log_prob - value), [&] {
            base::improve_actor_alone();
            progress->log_prob += static_cast<measured>(log_prob);
            progress->policy_loss += static_cast<measured>(temperature() * log_prob - value);
            improve_temperature(log_prob);
        });
    }

private:
    /// A step of log alpha towards the wanted entropy (eq. 18).
    void improve_temperature(scalar const& log_prob) const {
        gradient[Networks::log_temperature] = -(log_prob + scalar(config.target_entropy) * scalar(action_size));
        base::descend(Networks::log_temperature, padding<T>, config.temperature_learning_rate, adam_config{}.beta1,
                      this->actor_number());
        W::barrier();
        progress->temperature = static_cast<measured>(temperature());
    }
};

}  // namespace lockstep
