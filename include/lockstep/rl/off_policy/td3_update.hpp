// SPDX-License-Identifier: MIT
// An update of TD3 (Fujimoto, van Hoof and Meger 2018, "Addressing function approximation error in actor-critic methods",
// algorithm 1): the Bellman target, the step of the critics, and the loss of a deterministic policy that is improved more seldom.
// kernels.hpp says in which order they run.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/off_policy/crossq_config.hpp>
#include <lockstep/rl/off_policy/td3_config.hpp>
#include <lockstep/rl/off_policy/td3_networks.hpp>
#include <lockstep/rl/off_policy/update.hpp>

namespace lockstep {

template <class Networks>
struct td3_update : off_policy_update<config_of<td3_method, Networks>, Networks> {
    template <class World>
    using in = td3_update<typename Networks::template in<World>>;
    using base = off_policy_update<config_of<td3_method, Networks>, Networks>;
    using base::action_size, base::block, base::config, base::transposed_weights, base::parameters, base::progress, base::samples,
        base::targets, base::width;
    using base::acting, base::forward, base::has_targets, base::improves_actor, base::slices, base::place, base::rows_of,
        base::samples_of, base::stream;
    using typename base::actor, typename base::config_type, typename base::critic_workspace, typename base::W, typename base::R,
        typename base::samples_type, typename base::T, typename base::scalar, typename base::index, typename base::measured;

    static constexpr std::string_view name = "td3";

    static void initialize(config_type const& c, std::span<scalar> parameters) { Networks::initialize(parameters, c.seed); }
    static float exploration_noise(config_type const& c) { return c.exploration_noise; }

    /// The actions of the target policy at the next observations of `slice`, smoothed by noise (eq. 14).
    void choose_next_actions(index const& slice) const {
        samples_type& batch = samples[slice];
        index const count = samples_of(slice);
        inference_parameters<T> target = acting();
        if constexpr (has_targets) {
            target = {targets + Networks::target_actor, transposed_weights + Networks::target_actor_transposed};
        }
        forward(target, batch.next_observation, count, batch);
        R const most = R(config.target_noise_clip);
        for (auto const row : rows_of(count)) {
            index const first = row * width;
            auto action = Networks::action(batch.policy.outputs + first, block);
            random<R> draws = stream(slice, first, draw_purpose::next_action);
            for (R& a : action) {
                a = clamp(a + clamp(R(config.target_noise) * draws.normal(), -most, most), R(-1), R(1));
            }
            place(action, batch.next_action, first);
        }
    }

    // The critics.

    /// The Bellman target (eq. 10): reward + discount * next_value. The discount is 0 after a termination. next_value is the
    /// smaller of the values that both target networks give the next action.
    auto td_target() const {
        return [](samples_type& batch, index const& first) {
            R const reward = load_row<R>(batch.reward + first), discount = load_row<R>(batch.discount + first);
            return [reward, discount](R const& next_value) { return fma(discount, next_value, reward); };
        };
    }

    /// A step of critic `i` towards the targets, by half the squared error. Its target network follows when the actor improves.
    void improve_critic(index const& i) const {
        critic_workspace work;
        work.prepare();
        base::improve_critic(i, work, td_target());
        when(improves_actor(), [&] { base::follow_critic(i); });
    }

    /// The same for a divided step.
    static constexpr bool uses_both_values = false;  ///< the loss of the actor uses those of critic 0
    void descend_critic(index const& k) const {
        base::descend_critic_range(k, [this](auto body) { when(improves_actor(), body); });
    }

    // The actor.

    /// The actions of the policy at the observations of `slice`, by the actor's outputs.
    void choose_actions(index const& slice) const {
        for (auto const row : rows_of(samples_of(slice))) {
            index const first = row * width;
            place(Networks::action(samples[slice].policy.outputs + first, block), samples[slice].policy_action, first);
        }
    }

    /// The loss of the actor, -Q_0 at the policy's actions, back through the actor.
    void differentiate_actor(index const& slice) const {
        critic_workspace work;
        work.prepare();
        base::differentiate_value(0, slice, work);
        samples_type& batch = samples[slice];
        for (std::size_t a = 0; a < action_size; ++a) {
            for (auto const row : rows_of(samples_of(slice))) {
                index const first = row * width;
                R const action = load_row<R>(batch.policy_action[a] + first);
                R const by_action = -this->per_sample() * load_row<R>(batch.value_gradient[a] + first);
                store_row(by_action * fma(-action, action, R(1)), batch.policy.output_gradients + (first + a * block));
            }
        }
        base::differentiate_slice(slice);
    }

    /// A step of the actor and of its target.
    void improve_actor() const {
        scalar value(0);
        for (auto const slice : W::range(slices())) {
            samples_type& batch = samples[slice];
            for (auto const s : W::range(samples_of(slice))) {
                value += batch.value[0][s];
            }
        }
        when(this->can_improve_actor(value), [&] {
            base::improve_actor_alone();
            if constexpr (has_targets && !base::divides_actor) {
                polyak_update<T>(config.target_rate, actor::parameter_count, parameters, targets + Networks::target_actor);
                W::barrier();
                actor::transpose_weights(targets + Networks::target_actor,
                                         transposed_weights + Networks::target_actor_transposed);
            }
            progress->policy_loss -= static_cast<measured>(value) / measured(config.batch);
        });
    }

    /// The same for a divided step: a range of the parameters of both, and a share of their weights.
    void descend_actor(index const& r) const {
        base::descend_actor(r);
        if constexpr (has_targets) {
            index const first = r * base::parameter_range;
            when(!base::any_nonfinite(), [&] {
                polyak_update<T>(config.target_rate, base::actor_parameters_from(first), parameters + first,
                                 targets + (first + Networks::target_actor));
            });
        }
    }
    void transpose_actor(index const& share) const {
        base::transpose_actor(share);
        if constexpr (has_targets) {
            actor::transpose_weights(targets + Networks::target_actor, transposed_weights + Networks::target_actor_transposed,
                                     share, base::transpose_shares);
        }
    }
};

}  // namespace lockstep
