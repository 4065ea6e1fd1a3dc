// SPDX-License-Identifier: MIT
// An update of TD3 (Fujimoto, van Hoof and Meger 2018, "Addressing function approximation error in actor-critic methods",
// algorithm 1): the critics of off_policy_update, and a deterministic policy that is improved more seldom than they.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/nn/network_in_use.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/crossq_config.hpp>
#include <lockstep/rl/off_policy_update.hpp>
#include <lockstep/rl/td3_config.hpp>
#include <lockstep/rl/td3_networks.hpp>

namespace lockstep {

template <class Networks>
struct td3_update : off_policy_update<config_of<td3_method, Networks>, Networks> {
    using base = off_policy_update<config_of<td3_method, Networks>, Networks>;
    using typename base::actor, typename base::config_type, typename base::critic_workspace, typename base::R,
        typename base::samples_type, typename base::T;
    using base::action_size, base::block, base::config, base::derived, base::parameters, base::progress, base::samples,
        base::targets, base::width;
    using base::draw, base::forward, base::has_targets, base::improves_actor, base::parts, base::place, base::samples_of,
        base::stream;

    static constexpr std::string_view name = "td3";

    static void initialize(config_type const& c, std::span<T> parameters) { Networks::initialize(parameters, c.seed); }
    static float exploration_noise(config_type const& c) { return c.exploration_noise; }

    /// Samples part `p` of the minibatch; with the target policy's next actions, which noise smooths (eq. 14), and what the
    /// policy does at its observations.
    void propose(std::size_t p) const {
        draw(p);
        samples_type& to = samples[p];
        std::size_t const count = samples_of(p);
        auto const policy_in_use = in_use<actor>(parameters, derived);
        parameters_in_use<T> target = policy_in_use;
        if constexpr (has_targets) {
            target = {targets + Networks::target_actor, derived + Networks::target_actor_derived};
        }
        forward(target, to.next_observation, count, to);
        R const most = R(config.target_noise_clip);
        for (std::size_t first = 0; first < count; first += width) {
            auto action = Networks::action(to.policy.outputs + first, block);
            random<R> draws = stream(p, first, base::next_noise);
            for (R& a : action) {
                a = clamp(a + clamp(R(config.target_noise) * draws.normal(), -most, most), R(-1), R(1));
            }
            place(action, to.next_action, first);
        }
        if (!base::whole_actor && improves_actor()) {
            forward(policy_in_use, to.observation, count, to);
            take_actions(p);
        }
    }
    /// The same for an actor that is trained a whole batch at a time, of all parts.
    void propose_together() const {
        base::forward_whole_actor();
        for (std::size_t p = 0; p < parts(); ++p) {
            take_actions(p);
        }
    }

    /// A step of critic `i`; its target follows when the actor improves.
    void improve_critic(std::size_t i) const {
        critic_workspace work;
        work.prepare();
        base::improve_critic(i, work);
        if (improves_actor()) {
            base::follow_critic(i);
        }
    }

    /// From the negative value that critic 0 gives the actions of part `p` back through the actor.
    void differentiate_actor(std::size_t p) const {
        critic_workspace work;
        work.prepare();
        base::judge(0, p, work);
        samples_type& batch = samples[p];
        std::size_t const count = samples_of(p);
        for (std::size_t a = 0; a < action_size; ++a) {
            for (std::size_t first = 0; first < count; first += width) {
                R const action = load_row<R>(batch.proposed_action[a] + first);
                R const by_action = -this->per_sample() * load_row<R>(batch.value_gradient[0][a] + first);
                store_row(by_action * fma(-action, action, R(1)), batch.policy.output_gradients + a * block + first);
            }
        }
        base::differentiate_part(p);
    }

    /// A step of the actor and of its target.
    void improve_actor() const {
        T value = 0;
        for (std::size_t p = 0; p < parts(); ++p) {
            for (std::size_t s = 0, count = samples_of(p); s < count; ++s) {
                value += samples[p].value[0][s];
            }
        }
        if (!this->can_improve_actor(value)) {
            return;
        }
        base::improve_actor_alone();
        if constexpr (has_targets) {
            polyak_update(config.target_rate, actor::parameter_count, parameters, targets + Networks::target_actor);
            actor::derive(targets + Networks::target_actor, derived + Networks::target_actor_derived);
        }
        progress->policy_loss -= static_cast<float>(value) / static_cast<float>(config.batch);
    }

private:
    /// The actions of the policy at the observations of part `p`.
    void take_actions(std::size_t p) const {
        for (std::size_t first = 0; first < samples_of(p); first += width) {
            place(Networks::action(samples[p].policy.outputs + first, block), samples[p].proposed_action, first);
        }
    }
};

}  // namespace lockstep
