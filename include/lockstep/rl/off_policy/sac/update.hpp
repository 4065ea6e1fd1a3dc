// SPDX-License-Identifier: MIT
// An update of soft actor-critic (Haarnoja et al. 2018b, "Soft Actor-Critic Algorithms and Applications", algorithm 1): the loss
// of the critics, the loss of the actor, the temperature and the target update. launches.hpp says in which order they run.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/off_policy/actor.hpp>
#include <lockstep/rl/off_policy/critics.hpp>
#include <lockstep/rl/off_policy/crossq_config.hpp>
#include <lockstep/rl/off_policy/divided_critics.hpp>
#include <lockstep/rl/off_policy/replay/minibatch.hpp>
#include <lockstep/rl/off_policy/sac/config.hpp>
#include <lockstep/rl/off_policy/sac/networks.hpp>
#include <lockstep/rl/off_policy/samples.hpp>
#include <lockstep/rl/off_policy/view.hpp>

namespace lockstep {

/// What SAC adds to a slice of the minibatch.
template <class Networks>
struct sac_samples : off_policy_samples<Networks> {
    using base = off_policy_samples<Networks>;
    using T = typename Networks::number;
    alignas(64) array_t<T, base::block> next_log_prob;               ///< of the next action
    alignas(64) feature_packs<T, base::actions, base::block> noise;  ///< from which the policy's action was computed
    alignas(64) array_t<T, base::block> log_prob;                    ///< of the policy's action
};

/// What SAC adds to the sums of an iteration.
template <class S>
struct basic_sac_progress : basic_off_policy_progress<S> {
    S log_prob;     ///< of the policy's actions
    S temperature;  ///< after the last update; no sum

    void clear() {
        basic_off_policy_progress<S>::clear();
        log_prob = S(0);
        temperature = S(0);
    }
};
using sac_progress = basic_sac_progress<float>;

/// An update of SAC. It draws a minibatch, makes a step of the critics towards td_target, and moves the target networks. Every
/// actor_delay-th update also makes a step of the actor down actor_loss, and a step of the temperature.
template <class Networks>
struct sac_update {
    template <class World>
    using in = sac_update<typename Networks::template in<World>>;
    using networks = Networks;
    using config_type = config_of<sac_method, Networks>;
    using samples_type = sac_samples<Networks>;
    using view_type = off_policy_view<config_type, Networks, samples_type, basic_sac_progress>;
    using actor_type = off_policy_actor<view_type>;
    using critics_type = off_policy_critics<view_type>;
    using W = typename view_type::W;
    using R = typename view_type::R;
    using T = typename view_type::T;
    using scalar = typename view_type::scalar;
    using index = typename view_type::index;
    using measured = typename view_type::measured;
    static constexpr std::string_view name = "sac";
    static constexpr std::size_t action_size = Networks::action_size, block = view_type::block;

    view_type view;

    off_policy_minibatch<view_type> minibatch() const { return {view}; }
    critics_type critics() const { return {view}; }
    divided_critics<view_type> divided() const { return {view}; }
    actor_type actor() const { return {view}; }

    static void initialize(config_type const& c, std::span<scalar> parameters) {
        Networks::initialize(parameters, c.seed);
        parameters[Networks::log_temperature] = log(static_cast<scalar>(c.initial_temperature));
    }
    static float exploration_noise(config_type const&) { return 0; }

    void begin_iteration() const {
        view.progress->clear();
        view.progress->temperature = static_cast<measured>(temperature());
    }

    // The loss of the critics.

    /// Draws actions from the policy at the next observations of `slice`. Writes them to the slice's next_action, and their log
    /// probabilities to next_log_prob.
    void choose_next_actions(index const& slice) const {
        samples_type& batch = view.samples[slice];
        index const count = view.samples_of(slice);
        actor_type::forward(actor().acting(), batch.next_observation, count, batch);
        for (auto const pack : packs_of_samples<T>(count)) {
            index const first = pack * view_type::width;
            auto const policy = Networks::distribution(batch.policy.outputs + first, block);
            random<R> draws = view.stream(slice, first, draw_purpose::next_action);
            auto const drawn = policy.at(policy.noise(draws));
            place(drawn.action, batch.next_action, first);
            store_pack(drawn.log_prob, batch.next_log_prob + first);
        }
    }

    /// Returns the Bellman target (eq. 2 and 3) as a function td_target(batch, first)(next_value): reward + discount *
    /// (next_value - alpha * next_log_prob). The discount is 0 after a termination. next_value is the smaller of the values that
    /// both target networks give the next action. Without target networks, the critics themselves value it.
    auto td_target() const {
        R const alpha = R(temperature());
        return [alpha](samples_type& batch, index const& first) {
            R const reward = load_pack<R>(batch.reward + first), discount = load_pack<R>(batch.discount + first);
            R const next_log_prob = load_pack<R>(batch.next_log_prob + first);
            R const soft_reward = multiply_add(-(discount * alpha), next_log_prob, reward);
            return [soft_reward, discount](R const& next_value) { return fma(discount, next_value, soft_reward); };
        };
    }

    /// Makes a step of critic `i` towards the targets. The loss is half the squared error, or the cross entropy of a categorical
    /// critic. Then the target network follows. If this update improves the actor, the improved critic values the policy's
    /// actions for the loss of the actor.
    void improve_critic(index const& i) const {
        typename critics_type::workspace work;
        work.prepare();
        critics().improve(i, work, td_target());
        update_target_critic(i);
        when(view.improves_actor(), [&] {
            for (auto const slice : W::range(view.slices())) {
                critics().differentiate_value(i, slice, work);
            }
        });
    }

    // The loss of the actor.

    static constexpr bool uses_both_values = true;  ///< whether the loss uses the values of both critics

    /// Draws actions from the policy at the observations of `slice`. Writes them to the slice's policy_action, their log
    /// probabilities to log_prob, and the noise from which they were computed to `noise`. Call it after the actor's forward pass.
    void choose_actions(index const& slice) const {
        samples_type& batch = view.samples[slice];
        for (auto const pack : packs_of_samples<T>(view.samples_of(slice))) {
            index const first = pack * view_type::width;
            auto const policy = Networks::distribution(batch.policy.outputs + first, block);
            random<R> draws = view.stream(slice, first, draw_purpose::policy_action);
            auto const standard = policy.noise(draws);
            auto const drawn = policy.at(standard);
            place(standard, batch.noise, first);
            place(drawn.action, batch.policy_action, first);
            store_pack(drawn.log_prob, batch.log_prob + first);
        }
    }

    /// Returns the loss alpha * log_prob - min(Q_0, Q_1) at the policy's actions (eq. 7). `log_prob` and `value`, the smaller
    /// value, are means over the minibatch.
    scalar actor_loss(scalar const& log_prob, scalar const& value) const { return temperature() * log_prob - value; }

    /// Computes the gradient of the actor's loss with respect to the actor's outputs for `slice`, and runs the actor's
    /// backward pass.
    void differentiate_actor(index const& slice) const {
        samples_type& batch = view.samples[slice];
        R const by_log_prob = R(temperature()) * view.per_sample();
        for (auto const pack : packs_of_samples<T>(view.samples_of(slice))) {
            index const first = pack * view_type::width;
            auto const first_is_smaller = load_pack<R>(batch.value[0] + first) < load_pack<R>(batch.value[1] + first);
            vector<R, action_size> by_action;
            for (std::size_t a = 0; a < action_size; ++a) {
                by_action[a] = -view.per_sample() * select(first_is_smaller, load_pack<R>(batch.value_gradient[a] + first),
                                                           load_pack<R>(batch.value_gradient[action_size + a] + first));
            }
            auto const policy = Networks::distribution(batch.policy.outputs + first, block);
            auto const by = policy.draw_gradient({packs_at(batch.policy_action, first), load_pack<R>(batch.log_prob + first)},
                                                 packs_at(batch.noise, first), by_action, by_log_prob);
            for (std::size_t a = 0; a < action_size; ++a) {
                index const deviation = first + (action_size + a) * block;
                R const by_output = policy.unless_held(a, load_pack<R>(batch.policy.outputs + deviation), by.log_deviation[a]);
                store_pack(by.mean[a], batch.policy.output_gradients + (first + a * block));
                store_pack(by_output, batch.policy.output_gradients + deviation);
            }
        }
        actor().backward(slice);
    }

    /// The sums of log_prob and of the smaller value. add_actor_sums returns `before` plus the sums over a slice.
    using actor_sums = vector<scalar, 2>;
    static actor_sums no_actor_sums() { return {scalar(0), scalar(0)}; }
    actor_sums add_actor_sums(actor_sums const& before, index const& slice) const {
        samples_type& batch = view.samples[slice];
        actor_sums sums = before;
        for (auto const s : W::range(view.samples_of(slice))) {
            sums[0] += *(batch.log_prob + s);
            sums[1] += min(scalar(batch.value[0][s]), scalar(batch.value[1][s]));
        }
        return sums;
    }

    /// Makes a step of the actor and of the temperature, and adds the mean loss and log_prob to view.progress, if all losses of
    /// the iteration so far are finite. `sums` are over all slices. If the actor's step is divided, descend_actor and
    /// transpose_actor make that of the actor.
    void improve_actor(actor_sums const& sums) const {
        scalar const log_prob = sums[0] / scalar(view.config.batch), value = sums[1] / scalar(view.config.batch);
        when(actor().can_improve(actor_loss(log_prob, value)), [&] {
            actor().descend_whole();
            view.progress->log_prob += static_cast<measured>(log_prob);
            view.progress->policy_loss += static_cast<measured>(actor_loss(log_prob, value));
            improve_temperature(log_prob);
        });
    }
    /// Makes the step of a range of the actor's parameters, if the actor's step is divided. Then transpose_actor transposes a
    /// share of the weights.
    void descend_actor(index const& range) const { actor().descend(range); }
    void transpose_actor(index const& share) const { actor().transpose(share); }

    // The temperature.

    /// Returns alpha, the weight of the entropy beside the reward.
    scalar temperature() const { return exp(scalar(view.parameters[Networks::log_temperature])); }

    /// Makes a step of log alpha down its loss, -log alpha * (log_prob + target entropy) (eq. 18). This moves the entropy towards
    /// the target entropy, which is config.target_entropy for each component of an action.
    void improve_temperature(scalar const& log_prob) const {
        view.gradient[Networks::log_temperature] = -(log_prob + scalar(view.config.target_entropy) * scalar(action_size));
        view.descend(Networks::log_temperature, padding<T>, view.config.temperature_learning_rate, adam_config{}.beta1,
                     view.actor_number());
        W::barrier();
        view.progress->temperature = static_cast<measured>(temperature());
    }

    // The target update: each target critic moves towards its critic in every update.

    void update_target_critic(index const& i) const { critics().follow(i); }

    /// Makes the step of a range of a critic's parameters, and moves the same range of its target network. It is for divided
    /// steps (divided_critics.hpp).
    void descend_critic(index const& k) const {
        divided().descend(k);
        divided().follow(k);
    }
};

}  // namespace lockstep
