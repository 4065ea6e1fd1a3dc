// SPDX-License-Identifier: MIT
// The kernels of an Update, sac_update or td3_update, in the order in which off_policy launches them.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/rl/off_policy/view.hpp>
#include <lockstep/rl/rollout_sums.hpp>

namespace lockstep {

/// Begins an iteration's report: of the update that follows, and of `rows` rows of environments. kernel(0).
template <class Update>
struct off_policy_begin_iteration : Update {
    template <class World>
    using in = off_policy_begin_iteration<typename Update::template in<World>>;
    using typename Update::W, typename Update::index;
    using row_sums = rollout_sums<typename W::number>;

    index rows;  ///< of environments
    typename W::template pointer<row_sums> sums;  ///< [rows]

    void operator()(index const&) const {
        this->begin_iteration();
        for (auto const row : W::range(rows)) {
            sums[row] = zero_rows<row_sums, typename W::number>();
        }
    }
};

/// Samples a slice of the minibatch, and chooses its actions. kernel(slice).
template <class Update>
struct off_policy_sample : Update {
    template <class World>
    using in = off_policy_sample<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    void operator()(typename Update::index const& slice) const {
        this->sample(slice);
        this->choose_next_actions(slice);
        if constexpr (!Update::whole_actor) {
            when(this->improves_actor(), [&] {
                this->forward_actor(slice);
                this->choose_actions(slice);
            });
        }
    }
};

/// Chooses the actions of all slices, for an actor that is trained a whole batch at a time. kernel(0).
template <class Update>
struct off_policy_choose_actions_together : Update {
    template <class World>
    using in = off_policy_choose_actions_together<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    void operator()(typename Update::index const&) const {
        this->forward_whole_actor();
        for (auto const slice : Update::W::range(this->slices())) {
            this->choose_actions(slice);
        }
    }
};

/// Gives the steps that were just made the highest priority, by `steps_made` as it was before them. kernel(0).
template <class Update>
struct off_policy_add_priorities : Update {
    template <class World>
    using in = off_policy_add_priorities<typename Update::template in<World>>;
    void operator()(typename Update::index const&) const { this->memory.add_priorities(this->steps_made, this->priorities); }
};

/// With priorities, before the critics. kernel(0).
template <class Update>
struct off_policy_weigh : Update {
    template <class World>
    using in = off_policy_weigh<typename Update::template in<World>>;
    void operator()(typename Update::index const&) const { this->weigh(); }
};

/// With priorities, after the critics. kernel(0).
template <class Update>
struct off_policy_prioritize : Update {
    template <class World>
    using in = off_policy_prioritize<typename Update::template in<World>>;
    void operator()(typename Update::index const&) const { this->prioritize(); }
};

/// The values of the next actions. kernel(critic).
template <class Update>
struct off_policy_estimate_targets : Update {
    template <class World>
    using in = off_policy_estimate_targets<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    void operator()(typename Update::index const& i) const { this->estimate_targets(i); }
};

/// The loss and the step of a critic, its target network, and where they are needed its gradients by the policy's actions.
/// kernel(critic).
template <class Update>
struct off_policy_improve_critic : Update {
    template <class World>
    using in = off_policy_improve_critic<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    void operator()(typename Update::index const& i) const { this->improve_critic(i); }
};

// The step of both critics where it is divided among rows of kernels (off_policy_critics::is_divided).

/// The values of the next actions of a slice. kernel(critic * slices + slice).
template <class Update>
struct off_policy_estimate_targets_by_slice : Update {
    template <class World>
    using in = off_policy_estimate_targets_by_slice<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    void operator()(typename Update::index const& k) const { this->estimate_targets_of_slice(k); }
};

/// A slice forward and back through a critic. kernel(critic * slices + slice).
template <class Update>
struct off_policy_differentiate_critic : Update {
    template <class World>
    using in = off_policy_differentiate_critic<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    void operator()(typename Update::index const& k) const { this->differentiate_critic_by_slice(k, this->td_target()); }
};

/// The gradient of a critic, summed over the slices. kernel(critic * gradient_shares + share).
template <class Update>
struct off_policy_gather_critic : Update {
    template <class World>
    using in = off_policy_gather_critic<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    void operator()(typename Update::index const& k) const { this->gather_critic(k); }
};

/// Whether the loss is finite; reports it. kernel(critic).
template <class Update>
struct off_policy_check_critic : Update {
    template <class World>
    using in = off_policy_check_critic<typename Update::template in<World>>;
    void operator()(typename Update::index const& k) const { this->check_critic(k); }
};

/// A step of a range of parameters of a critic and its target network. kernel(critic * parameter_ranges + range).
template <class Update>
struct off_policy_descend_critic : Update {
    template <class World>
    using in = off_policy_descend_critic<typename Update::template in<World>>;
    void operator()(typename Update::index const& k) const { this->descend_critic(k); }
};

/// kernel(critic * transpose_shares + share of its weights).
template <class Update>
struct off_policy_transpose_critic : Update {
    template <class World>
    using in = off_policy_transpose_critic<typename Update::template in<World>>;
    void operator()(typename Update::index const& k) const { this->transpose_critic(k); }
};

/// The values of the policy's actions and their gradients, where both critics' values are used. kernel(critic * slices + slice).
template <class Update>
struct off_policy_differentiate_values : Update {
    template <class World>
    using in = off_policy_differentiate_values<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    void operator()(typename Update::index const& k) const { this->differentiate_values(k); }
};

/// The loss of the actor, back through the actor. kernel(slice).
template <class Update>
struct off_policy_differentiate_actor : Update {
    template <class World>
    using in = off_policy_differentiate_actor<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    void operator()(typename Update::index const& slice) const { this->differentiate_actor(slice); }
};

/// The gradient of the actor, summed over the slices. kernel(share of its rows).
template <class Update>
struct off_policy_gather_actor : Update {
    template <class World>
    using in = off_policy_gather_actor<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = 0;
    void operator()(typename Update::index const& share) const { this->gather_actor(share); }
};

/// The step of the actor and of what goes with it. kernel(0).
template <class Update>
struct off_policy_improve_actor : Update {
    template <class World>
    using in = off_policy_improve_actor<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = 0;
    void operator()(typename Update::index const&) const { this->improve_actor(); }
};

/// Where the actor's step is divided. kernel(range of parameters).
template <class Update>
struct off_policy_descend_actor : Update {
    template <class World>
    using in = off_policy_descend_actor<typename Update::template in<World>>;
    void operator()(typename Update::index const& range) const { this->descend_actor(range); }
};

/// Where the actor's step is divided. kernel(share of its weights).
template <class Update>
struct off_policy_transpose_actor : Update {
    template <class World>
    using in = off_policy_transpose_actor<typename Update::template in<World>>;
    void operator()(typename Update::index const& share) const { this->transpose_actor(share); }
};

/// Before the first update: transposes the weights and copies the target networks. kernel(0).
template <class Update>
struct off_policy_begin : Update {
    template <class World>
    using in = off_policy_begin<typename Update::template in<World>>;
    void operator()(typename Update::index const&) const {
        Update::networks::begin(this->parameters, this->transposed_weights, this->targets);
    }
};

/// Prepares the workspaces of a slice. kernel(slice).
template <class Update>
struct off_policy_prepare : Update {
    template <class World>
    using in = off_policy_prepare<typename Update::template in<World>>;
    void operator()(typename Update::index const& slice) const {
        this->samples[slice].policy.prepare();
        if constexpr (Update::is_divided) {
            this->passes[slice].work.prepare();
            this->passes[slice + this->slices()].work.prepare();
        }
    }
};

}  // namespace lockstep
