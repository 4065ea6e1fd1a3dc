// SPDX-License-Identifier: MIT
// An update of TD3 (Fujimoto, van Hoof and Meger 2018, "Addressing function approximation error in actor-critic methods",
// algorithm 1): the loss of the critics, the loss of a deterministic policy that is improved less often, and the target update.
// launches.hpp says in which order they run.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/off_policy/actor.hpp>
#include <lockstep/rl/off_policy/critics.hpp>
#include <lockstep/rl/off_policy/crossq_config.hpp>
#include <lockstep/rl/off_policy/divided_critics.hpp>
#include <lockstep/rl/off_policy/replay/minibatch.hpp>
#include <lockstep/rl/off_policy/samples.hpp>
#include <lockstep/rl/off_policy/td3/config.hpp>
#include <lockstep/rl/off_policy/td3/networks.hpp>
#include <lockstep/rl/off_policy/view.hpp>

namespace lockstep {

/// An update of TD3. It draws a minibatch and makes a step of the critics towards td_target. Every actor_delay-th update also
/// makes a step of the actor down actor_loss, and moves the target networks.
template <class Networks>
struct td3_update {
    template <class World>
    using in = td3_update<typename Networks::template in<World>>;
    using networks = Networks;
    using config_type = config_of<td3_method, Networks>;
    using samples_type = off_policy_samples<Networks>;
    using view_type = off_policy_view<config_type, Networks, samples_type, basic_off_policy_progress>;
    using actor_type = off_policy_actor<view_type>;
    using critics_type = off_policy_critics<view_type>;
    using W = typename view_type::W;
    using R = typename view_type::R;
    using T = typename view_type::T;
    using scalar = typename view_type::scalar;
    using index = typename view_type::index;
    using measured = typename view_type::measured;
    static constexpr std::string_view name = "td3";
    static constexpr std::size_t action_size = Networks::action_size, block = view_type::block;

    view_type view;

    off_policy_minibatch<view_type> minibatch() const { return {view}; }
    critics_type critics() const { return {view}; }
    divided_critics<view_type> divided() const { return {view}; }
    actor_type actor() const { return {view}; }

    static void initialize(config_type const& c, std::span<scalar> parameters) { Networks::initialize(parameters, c.seed); }
    static float exploration_noise(config_type const& c) { return c.exploration_noise; }

    void begin_iteration() const { view.progress->clear(); }

    // The loss of the critics.

    /// Writes the actions of the target policy at the next observations of `slice`, smoothed by noise (eq. 14), to the slice's
    /// next_action. If the networks have no target networks, the policy itself chooses the actions.
    void choose_next_actions(index const& slice) const {
        samples_type& batch = view.samples[slice];
        index const count = view.samples_of(slice);
        inference_parameters<T> target = actor().acting();
        if constexpr (Networks::has_targets) {
            target = {view.targets + Networks::target_actor, view.transposed_weights + Networks::target_actor_transposed};
        }
        actor_type::forward(target, batch.next_observation, count, batch);
        R const most = R(view.config.target_noise_clip);
        for (auto const pack : packs_of_samples<T>(count)) {
            index const first = pack * view_type::width;
            auto action = Networks::action(batch.policy.outputs + first, block);
            random<R> draws = view.stream(slice, first, draw_purpose::next_action);
            for (R& a : action) {
                a = clamp(a + clamp(R(view.config.target_noise) * draws.normal(), -most, most), R(-1), R(1));
            }
            place(action, batch.next_action, first);
        }
    }

    /// Returns the Bellman target (eq. 10) as a function td_target(batch, first)(next_value): reward + discount * next_value. The
    /// discount is 0 after a termination. next_value is the smaller of the values that both target networks give the next action.
    /// Without target networks, the critics themselves value it.
    auto td_target() const {
        return [](samples_type& batch, index const& first) {
            R const reward = load_pack<R>(batch.reward + first), discount = load_pack<R>(batch.discount + first);
            return [reward, discount](R const& next_value) { return fma(discount, next_value, reward); };
        };
    }

    /// Makes a step of critic `i` towards the targets. The loss is half the squared error, or the cross entropy of a categorical
    /// critic. If this update improves the actor, the target network follows.
    void improve_critic(index const& i) const {
        typename critics_type::workspace work;
        work.prepare();
        critics().improve(i, work, td_target());
        update_target_critic(i);
    }

    // The loss of the actor.

    static constexpr bool uses_both_values = false;  ///< false: the loss uses the values of critic 0 only

    /// Writes the actions of the policy at the observations of `slice` to the slice's policy_action. Call it after the actor's
    /// forward pass.
    void choose_actions(index const& slice) const {
        for (auto const pack : packs_of_samples<T>(view.samples_of(slice))) {
            index const first = pack * view_type::width;
            place(Networks::action(view.samples[slice].policy.outputs + first, block), view.samples[slice].policy_action, first);
        }
    }

    /// Returns the sum of the loss, -Q_0 at the policy's actions, over the minibatch. `value` is the sum of Q_0.
    static scalar actor_loss(scalar const& value) { return -value; }

    /// Computes critic 0's value of the policy's actions for `slice` and its gradient with respect to the actions. Then computes
    /// the gradient of the actor's loss with respect to the actor's outputs, and runs the actor's backward pass.
    void differentiate_actor(index const& slice) const {
        typename critics_type::workspace work;
        work.prepare();
        critics().differentiate_value(0, slice, work);
        samples_type& batch = view.samples[slice];
        for (std::size_t a = 0; a < action_size; ++a) {
            for (auto const pack : packs_of_samples<T>(view.samples_of(slice))) {
                index const first = pack * view_type::width;
                R const action = load_pack<R>(batch.policy_action[a] + first);
                R const by_action = -view.per_sample() * load_pack<R>(batch.value_gradient[a] + first);
                store_pack(by_action * fma(-action, action, R(1)), batch.policy.output_gradients + (first + a * block));
            }
        }
        actor().backward(slice);
    }

    /// The sum of Q_0 at the policy's actions. add_actor_sums returns `before` plus the sum over a slice.
    using actor_sums = vector<scalar, 1>;
    static actor_sums no_actor_sums() { return {scalar(0)}; }
    actor_sums add_actor_sums(actor_sums const& before, index const& slice) const {
        samples_type& batch = view.samples[slice];
        actor_sums sums = before;
        for (auto const s : W::range(view.samples_of(slice))) {
            sums[0] += batch.value[0][s];
        }
        return sums;
    }

    /// Makes a step of the actor, moves the target actor, and adds the mean loss to view.progress, if all losses of the iteration
    /// so far are finite. `sums` are over all slices. If the actor's step is divided, only adds the loss: descend_actor and
    /// transpose_actor do the rest.
    void improve_actor(actor_sums const& sums) const {
        scalar const value = sums[0];
        when(actor().can_improve(actor_loss(value)), [&] {
            actor().descend_whole();
            update_target_actor();
            view.progress->policy_loss += static_cast<measured>(actor_loss(value)) / measured(view.config.batch);
        });
    }

    // The target update: both target critics and the target actor move when the actor improves.

    void update_target_critic(index const& i) const {
        when(view.improves_actor(), [&] { critics().follow(i); });
    }
    void update_target_actor() const {
        if constexpr (Networks::has_targets && !actor_type::is_divided) {
            using actor_network = typename Networks::actor;
            polyak_update<T>(view.config.target_rate, actor_network::parameter_count, view.parameters,
                             view.targets + Networks::target_actor);
            W::barrier();
            actor_network::transpose_weights(view.targets + Networks::target_actor,
                                             view.transposed_weights + Networks::target_actor_transposed);
        }
    }

    /// Makes the step of a range of a critic's parameters and, if this update improves the actor, moves the same range of its
    /// target network. descend_actor and transpose_actor make such parts of the actor's step. All three are for divided
    /// steps (divided_critics.hpp).
    void descend_critic(index const& k) const {
        divided().descend(k);
        when(view.improves_actor(), [&] { divided().follow(k); });
    }
    void descend_actor(index const& range) const {
        actor().descend(range);
        if constexpr (Networks::has_targets) {
            index const first = range * actor_type::parameter_range;
            when(!view.any_nonfinite(), [&] {
                polyak_update<T>(view.config.target_rate, actor_type::parameters_from(first), view.parameters + first,
                                 view.targets + (first + Networks::target_actor));
            });
        }
    }
    void transpose_actor(index const& share) const {
        actor().transpose(share);
        if constexpr (Networks::has_targets) {
            Networks::actor::transpose_weights(view.targets + Networks::target_actor,
                                               view.transposed_weights + Networks::target_actor_transposed, share,
                                               actor_type::transpose_shares);
        }
    }
};

}  // namespace lockstep
