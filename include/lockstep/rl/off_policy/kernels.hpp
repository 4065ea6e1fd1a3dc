// SPDX-License-Identifier: MIT
// The kernels of an Update, sac_update or td3_update, in the order in which launches.hpp launches them.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>
#include <lockstep/rl/off_policy/view.hpp>

namespace lockstep {

/// Sets the sums of an iteration's report to 0: those over the updates, and those of `packs` packs of environments. kernel(0).
template <class Update>
struct off_policy_begin_iteration {
    template <class World>
    using in = off_policy_begin_iteration<typename Update::template in<World>>;
    using W = typename Update::W;
    using index = typename Update::index;
    using pack_sums = rollout_sums<typename W::number>;

    Update update;
    index packs;                                   ///< of environments
    typename W::template pointer<pack_sums> sums;  ///< [packs]

    void operator()(index const&) const {
        update.begin_iteration();
        for (auto const pack : W::range(packs)) {
            sums[pack] = all_zero<pack_sums, typename W::number>();
        }
    }
};

/// Draws a slice of the minibatch and chooses its next actions and, if this update improves the actor, the policy's actions. For
/// slice 0 it also calls note_stop(). kernel(slice).
template <class Update>
struct off_policy_sample {
    template <class World>
    using in = off_policy_sample<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = Update::critics_type::stack_size;

    Update update;

    void operator()(typename Update::index const& slice) const {
        when(slice == 0, [&] { update.minibatch().note_stop(); });
        update.minibatch().sample(slice);
        update.choose_next_actions(slice);
        if constexpr (!Update::actor_type::takes_whole_batch) {
            when(update.view.improves_actor(), [&] {
                update.actor().forward(slice);
                update.choose_actions(slice);
            });
        }
    }
};

/// Chooses the policy's actions for all slices, for an actor that is trained on a whole batch at a time. kernel(0).
template <class Update>
struct off_policy_choose_actions_together {
    template <class World>
    using in = off_policy_choose_actions_together<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = Update::critics_type::stack_size;

    Update update;

    void operator()(typename Update::index const&) const {
        update.actor().forward_whole();
        for (auto const slice : Update::W::range(update.view.slices())) {
            update.choose_actions(slice);
        }
    }
};

/// Gives the newest steps the highest priority. The view's steps_made must not count these steps yet. kernel(0).
template <class Update>
struct off_policy_add_priorities {
    template <class World>
    using in = off_policy_add_priorities<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const&) const {
        update.view.memory.add_priorities(update.view.steps_made, update.view.priorities);
    }
};

/// Weighs the samples of a prioritised minibatch, before the critics use them. kernel(0).
template <class Update>
struct off_policy_weigh {
    template <class World>
    using in = off_policy_weigh<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const&) const { update.minibatch().weigh(); }
};

/// Sets the priorities of the minibatch by the errors of the critics. kernel(0).
template <class Update>
struct off_policy_prioritize {
    template <class World>
    using in = off_policy_prioritize<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const&) const { update.minibatch().prioritize(); }
};

/// Computes the values of the next actions. kernel(critic).
template <class Update>
struct off_policy_estimate_targets {
    template <class World>
    using in = off_policy_estimate_targets<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = Update::critics_type::stack_size;

    Update update;

    void operator()(typename Update::index const& i) const { update.critics().estimate_targets(i); }
};

/// Computes the loss of a critic and updates the critic and its target network. TD3 moves the target network only in an update
/// that improves the actor. In such an update SAC also computes the values of the policy's actions, and their gradients with
/// respect to the actions. kernel(critic).
template <class Update>
struct off_policy_improve_critic {
    template <class World>
    using in = off_policy_improve_critic<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = Update::critics_type::stack_size;

    Update update;

    void operator()(typename Update::index const& i) const { update.improve_critic(i); }
};

/// Computes the gradient of the actor's loss, and runs the actor's backward pass. kernel(slice).
template <class Update>
struct off_policy_differentiate_actor {
    template <class World>
    using in = off_policy_differentiate_actor<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = Update::critics_type::stack_size;

    Update update;

    void operator()(typename Update::index const& slice) const { update.differentiate_actor(slice); }
};

/// Sums the gradient of the actor over the slices. kernel(share of the gradient's rows).
template <class Update>
struct off_policy_gather_actor {
    template <class World>
    using in = off_policy_gather_actor<typename Update::template in<World>>;
    static constexpr bool has_team = true;

    Update update;

    void operator()(typename Update::index const& share) const { update.actor().gather(share); }
};

/// Checks the actor's loss, reports it, and makes the step of the actor and of what steps with the actor: SAC's temperature,
/// TD3's target actor. If the actor's step is divided, off_policy_descend_actor makes the steps of the actor and the target
/// actor. kernel(0).
template <class Update>
struct off_policy_improve_actor {
    template <class World>
    using in = off_policy_improve_actor<typename Update::template in<World>>;
    static constexpr bool has_team = true;

    Update update;

    void operator()(typename Update::index const&) const {
        auto sums = Update::no_actor_sums();
        for (auto const slice : Update::W::range(update.view.slices())) {
            sums = update.add_actor_sums(sums, slice);
        }
        update.improve_actor(sums);
    }
};

/// Transposes the weights and copies the networks to their target networks, before the first update. kernel(0).
template <class Update>
struct off_policy_begin {
    template <class World>
    using in = off_policy_begin<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const&) const {
        Update::networks::begin(update.view.parameters, update.view.transposed_weights, update.view.targets);
    }
};

/// Prepares the workspace of a slice. kernel(slice).
template <class Update>
struct off_policy_prepare {
    template <class World>
    using in = off_policy_prepare<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const& slice) const {
        update.view.samples[slice].policy.prepare();
    }
};

}  // namespace lockstep
