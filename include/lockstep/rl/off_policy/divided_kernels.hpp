// SPDX-License-Identifier: MIT
// The kernels of an Update whose steps are divided among packs (divided_critics.hpp), in the order in which launches.hpp launches
// them.
#pragma once

#include <cstddef>

namespace lockstep {

/// Prepares the workspaces of a divided step of the critics. kernel(critic * slices + slice).
template <class Update>
struct off_policy_prepare_pass {
    template <class World>
    using in = off_policy_prepare_pass<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const& k) const { update.view.passes[k].work.prepare(); }
};

/// Computes the values of the next actions of a slice. kernel(critic * slices + slice).
template <class Update>
struct off_policy_estimate_targets_by_slice {
    template <class World>
    using in = off_policy_estimate_targets_by_slice<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = Update::critics_type::stack_size;

    Update update;

    void operator()(typename Update::index const& k) const { update.divided().estimate_targets(k); }
};

/// Runs a critic's forward and backward pass on a slice. kernel(critic * slices + slice).
template <class Update>
struct off_policy_differentiate_critic {
    template <class World>
    using in = off_policy_differentiate_critic<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = Update::critics_type::stack_size;

    Update update;

    void operator()(typename Update::index const& k) const { update.divided().differentiate(k, update.td_target()); }
};

/// Sums the gradient of a critic over the slices. kernel(critic * gradient_shares + share).
template <class Update>
struct off_policy_gather_critic {
    template <class World>
    using in = off_policy_gather_critic<typename Update::template in<World>>;
    static constexpr bool has_team = true;

    Update update;

    void operator()(typename Update::index const& k) const { update.divided().gather(k); }
};

/// Checks that the loss of a critic is finite, and reports it. kernel(critic).
template <class Update>
struct off_policy_check_critic {
    template <class World>
    using in = off_policy_check_critic<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const& k) const { update.divided().check(k); }
};

/// Makes the step of a range of the parameters of a critic, and moves the same range of its target network, in TD3 only if this
/// update improves the actor. kernel(critic * parameter_ranges + range).
template <class Update>
struct off_policy_descend_critic {
    template <class World>
    using in = off_policy_descend_critic<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const& k) const { update.descend_critic(k); }
};

/// Transposes a share of the weights of a critic and of its target network. kernel(critic * transpose_shares + share).
template <class Update>
struct off_policy_transpose_critic {
    template <class World>
    using in = off_policy_transpose_critic<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const& k) const { update.divided().transpose(k); }
};

/// Computes the values of the policy's actions and their gradients, for an Update that uses the values of both critics.
/// kernel(critic * slices + slice).
template <class Update>
struct off_policy_differentiate_values {
    template <class World>
    using in = off_policy_differentiate_values<typename Update::template in<World>>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = Update::critics_type::stack_size;

    Update update;

    void operator()(typename Update::index const& k) const {
        std::size_t const slices = update.view.slices();
        update.critics().differentiate_value(k / slices, k % slices, update.view.passes[k].work);
    }
};

/// Makes the step of a range of the actor's parameters and, in TD3, moves the same range of the target actor, if the actor's step
/// is divided. kernel(range).
template <class Update>
struct off_policy_descend_actor {
    template <class World>
    using in = off_policy_descend_actor<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const& range) const { update.descend_actor(range); }
};

/// Transposes a share of the weights of the actor and of TD3's target actor, if the actor's step is divided. kernel(share).
template <class Update>
struct off_policy_transpose_actor {
    template <class World>
    using in = off_policy_transpose_actor<typename Update::template in<World>>;

    Update update;

    void operator()(typename Update::index const& share) const { update.transpose_actor(share); }
};

}  // namespace lockstep
