// SPDX-License-Identifier: MIT
// An update of soft actor-critic (Haarnoja et al. 2018b, "Soft Actor-Critic Algorithms and Applications", algorithm 1): the
// critics of off_policy_update, a policy that is drawn from, and the temperature.
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
    alignas(64) feature_rows<T, base::actions, base::block> noise;  ///< that the proposed action was drawn with
    alignas(64) array_t<T, base::block> log_prob;                   ///< of the proposed action
};

template <class S>
struct basic_sac_progress : basic_off_policy_progress<S> {
    S log_prob;
    S temperature;  ///< after the last update; no sum
};
using sac_progress = basic_sac_progress<float>;

template <class Networks>
struct sac_update : off_policy_update<config_of<sac_method, Networks>, Networks, sac_samples<Networks>, basic_sac_progress> {
    template <class World>
    using in = sac_update<typename Networks::template in<World>>;
    using base = off_policy_update<config_of<sac_method, Networks>, Networks, sac_samples<Networks>, basic_sac_progress>;
    using base::action_size, base::block, base::config, base::transposed_weights, base::gradient, base::parameters,
        base::progress, base::samples, base::width;
    using base::draw, base::forward, base::improves_actor, base::slices, base::place, base::rows_at, base::rows_of,
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

    /// Samples `slice` of the minibatch, and draws actions at its observations and at those that followed.
    void propose(index const& slice) const {
        draw(slice);
        samples_type& to = samples[slice];
        index const count = samples_of(slice);
        R const alpha = R(temperature());
        auto const acting_policy = inference_parameters_of<actor, T>(parameters, transposed_weights);
        forward(acting_policy, to.next_observation, count, to);
        for (auto const row : rows_of(count)) {
            index const first = row * width;
            auto const policy = Networks::distribution(to.policy.outputs + first, block);
            random<R> draws = stream(slice, first, draw_purpose::next_action);
            auto const drawn = policy.at(policy.noise(draws));
            place(drawn.action, to.next_action, first);
            // The entropy of the next action is a part of what it is worth (eq. 3), and so of the reward.
            R const cost = load_row<R>(to.discount + first) * alpha;
            store_row(multiply_add(-cost, drawn.log_prob, load_row<R>(to.reward + first)), to.reward + first);
        }
        if constexpr (!base::whole_actor) {
            when(improves_actor(), [&] {
                forward(acting_policy, to.observation, count, to);
                draw_actions(slice);
            });
        }
    }
    /// The same for an actor that is trained a whole batch at a time, of all slices.
    void choose_actions_together() const {
        base::forward_whole_actor();
        for (auto const slice : W::range(slices())) {
            draw_actions(slice);
        }
    }

    /// A step of critic `i` and of its target; then what the improved critic thinks of the proposed actions.
    void improve_critic(index const& i) const {
        critic_workspace work;
        work.prepare();
        base::improve_critic(i, work);
        base::follow_critic(i);
        when(improves_actor(), [&] {
            for (auto const slice : W::range(slices())) {
                base::judge(i, slice, work);
            }
        });
    }

    /// The same for a divided step, each in a kernel of its own.
    static constexpr bool uses_both_values = true;  ///< each critic judges every proposed action
    void descend_critic(index const& k) const { base::descend_critic_range(k, [](auto body) { body(); }); }
    void differentiate_values(index const& k) const { base::judge(k / slices(), k % slices(), base::passes[k].work); }

    /// From alpha log_prob - min Q at the proposed actions of `slice` (eq. 7) back through the actor.
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

    /// A step of the actor, and of the temperature towards the entropy that is wanted (eq. 18, by the logarithm).
    void improve_actor() const {
        scalar log_prob(0);
        scalar value(0);
        for (auto const slice : W::range(slices())) {
            samples_type& of = samples[slice];
            for (auto const k : W::range(samples_of(slice))) {
                log_prob += *(of.log_prob + k);
                value += min(scalar(of.value[0][k]), scalar(of.value[1][k]));
            }
        }
        log_prob /= scalar(config.batch);
        value /= scalar(config.batch);
        when(this->can_improve_actor(temperature() * log_prob - value), [&] {
            base::improve_actor_alone();
            progress->log_prob += static_cast<measured>(log_prob);
            progress->policy_loss += static_cast<measured>(temperature() * log_prob - value);
            gradient[Networks::log_temperature] = -(log_prob + scalar(config.target_entropy) * scalar(action_size));
            base::descend(Networks::log_temperature, padding<T>, config.temperature_learning_rate, adam_config{}.beta1,
                          this->actor_number());
            W::barrier();
            progress->temperature = static_cast<measured>(temperature());
        });
    }

private:
    /// The actions that the policy of `slice` proposes at its observations.
    void draw_actions(index const& slice) const {
        samples_type& to = samples[slice];
        for (auto const row : rows_of(samples_of(slice))) {
            index const first = row * width;
            auto const policy = Networks::distribution(to.policy.outputs + first, block);
            random<R> draws = stream(slice, first, draw_purpose::policy_action);
            auto const standard = policy.noise(draws);
            auto const drawn = policy.at(standard);
            place(standard, to.noise, first);
            place(drawn.action, to.policy_action, first);
            store_row(drawn.log_prob, to.log_prob + first);
        }
    }
};

}  // namespace lockstep
