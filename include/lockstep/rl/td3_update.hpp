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
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/off_policy_update.hpp>
#include <lockstep/rl/td3_config.hpp>
#include <lockstep/rl/td3_networks.hpp>

namespace lockstep {

template <class Networks>
struct td3_update : off_policy_update<td3_config, Networks> {
    using base = off_policy_update<td3_config, Networks>;
    using typename base::actor, typename base::critic_workspace, typename base::R, typename base::samples_type, typename base::T;
    using base::action_size, base::block, base::config, base::derived, base::parameters, base::progress, base::samples,
        base::targets, base::width;
    using base::draw, base::forward, base::place, base::samples_of, base::stream;

    static constexpr std::string_view name = "td3";

    static void initialize(td3_config const& c, std::span<T> parameters) { Networks::initialize(parameters, c.seed); }
    static float exploration_noise(td3_config const& c) { return c.exploration_noise; }

    /// Samples part `p` of the minibatch; with the target policy's next actions, which noise smooths (eq. 14), and what the
    /// policy does at its observations.
    void propose(std::size_t p) const {
        draw(p);
        samples_type& to = samples[p];
        std::size_t const count = samples_of(p);
        forward(targets + Networks::target_actor, derived + Networks::target_actor_derived, to.next_observation, count, to);
        R const most = R(config.target_noise_clip);
        for (std::size_t first = 0; first < count; first += width) {
            auto action = Networks::action(to.policy.outputs + first, block);
            random<R> draws = stream(p, first, base::next_noise);
            for (R& a : action) {
                a = clamp(a + clamp(R(config.target_noise) * draws.normal(), -most, most), R(-1), R(1));
            }
            place(action, to.next_action, first);
        }
        if (!this->improves_actor()) {
            return;
        }
        forward(parameters, derived, to.observation, count, to);
        for (std::size_t first = 0; first < count; first += width) {
            place(Networks::action(to.policy.outputs + first, block), to.proposed_action, first);
        }
    }

    /// A step of critic `i`; its target follows when the actor improves.
    void improve_critic(std::size_t i) const {
        critic_workspace work;
        work.prepare();
        base::improve_critic(i, work);
        if (this->improves_actor()) {
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
        actor::backward(parameters, derived, batch.policy, count);
    }

    /// A step of the actor and of its target.
    void improve_actor() const {
        T value = 0;
        for (std::size_t p = 0; p < this->parts(); ++p) {
            for (std::size_t s = 0, count = samples_of(p); s < count; ++s) {
                value += samples[p].value[0][s];
            }
        }
        if (!this->can_improve_actor(value)) {
            return;
        }
        base::improve_actor_alone();
        polyak_update(config.target_rate, actor::parameter_count, parameters, targets + Networks::target_actor);
        actor::derive(targets + Networks::target_actor, derived + Networks::target_actor_derived);
        progress->policy_loss -= static_cast<float>(value) / static_cast<float>(config.batch);
    }
};

}  // namespace lockstep
