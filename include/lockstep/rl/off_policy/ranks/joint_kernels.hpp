// SPDX-License-Identifier: MIT
// What a rank computes of the joint batch of a critic with batch renormalisation (CrossQ), step by step. Between the steps ranks
// exchange sums (joint_exchange.hpp).
#pragma once

#include <cstddef>

#include <lockstep/core/math.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/renormalized/batch_renorm.hpp>
#include <lockstep/rl/off_policy/critics.hpp>
#include <lockstep/rl/off_policy/ranks/kernels.hpp>

namespace lockstep {

/// A rank's rows of the joint batches, on a level of the networks (nn/renormalized/layout.hpp).
template <class W>
struct joint_rows {
    typename W::template constant<std::size_t> level;
    typename W::index first, count;
    typename W::template constant<bool> begins;  ///< true in rank 0, where the sums begin
};

/// Takes one of the steps of joint_step for a critic: calls Step::take(update, rows, critic). kernel(critic).
template <class Update, class Step>
struct off_policy_joint {
    template <class World>
    using in = off_policy_joint<typename Update::template in<World>, Step>;
    static constexpr bool has_team = true;
    static constexpr std::size_t stack_size = Update::critics_type::stack_size;

    Update update;
    joint_rows<typename Update::W> rows;

    void operator()(typename Update::index const& critic) const { Step::take(update, rows, critic); }
};

/// Adds a rank's rows of the batch to a critic's gradient with respect to the folded weights of a level. kernel(k) adds to at
/// most 12 rows of the gradient, from first_row + 12 k on.
template <class Update>
struct off_policy_add_level_gradient {
    template <class World>
    using in = off_policy_add_level_gradient<typename Update::template in<World>>;
    using networks = typename Update::networks;
    using index = typename Update::index;
    static constexpr bool has_team = true;

    Update update;
    joint_rows<typename Update::W> rows;
    index critic, first_row, end_row;

    void operator()(index const& k) const {
        auto const& view = update.view;
        if (leaves(view.progress->stopped != 0u)) {
            return;
        }
        gradient_rows_of<index> const share(k, first_row, end_row);
        networks::critic::template level_gradient<index>(update.critics().joint_batch(critic), rows.level, rows.first, rows.count,
                                                         view.gradient + networks::critic_begin(critic), !rows.begins,
                                                         share.begin, share.end);
    }
};

/// The steps of both critics, in their order. `place` writes the inputs of the joint batch. Then five steps follow on each level:
/// `add` sums the values of each unit, `centre` computes their means, `add_squares` sums the squares of the distances from the
/// means, `fold` computes the variances and the folded weights, and `leave` computes the next level or the outputs. `value_next`
/// writes the values of the next actions, and `regress` the gradient of the loss with respect to the outputs. On each level, from
/// the last to the first, three steps follow: `differentiate` computes the gradient with respect to the hidden layer after the
/// level (not on the last level), off_policy_add_level_gradient that with respect to the folded weights, and `unfold` that with
/// respect to the parameters. `descend` steps the parameters.
namespace joint_step {

template <class Update>
auto statistics(Update const& update, std::size_t level, typename Update::index const& critic) {
    using network = typename Update::networks::critic;
    using batch = typename network::batch;
    auto const joint = update.critics().joint_batch(critic);
    return shared_batch_statistics<typename Update::T>{.samples = joint.samples,
                                                       .units = network::units(level),
                                                       .mean = joint.statistics(level, batch::mean),
                                                       .variance = joint.statistics(level, batch::variance)};
}
template <class Update, class Rows>
auto values(Update const& update, Rows const& rows, typename Update::index const& critic) {
    auto const level = update.critics().joint_batch(critic).level(rows.level);
    return strided<typename Update::T const>{level.at(rows.first, 0), level.stride};
}

struct place {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const&, typename Update::index const& critic) {
        update.critics().place_joint(critic);
    }
};
/// Adds the rank's rows to the sums of a level's units.
struct add {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const& rows, typename Update::index const& critic) {
        statistics(update, rows.level, critic).add(values(update, rows, critic), rows.count, rows.begins);
    }
};
/// Computes the means from the sums over the rows of all ranks.
struct centre {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const& rows, typename Update::index const& critic) {
        auto const of = statistics(update, rows.level, critic);
        of.divide(of.mean);
    }
};
struct add_squares {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const& rows, typename Update::index const& critic) {
        statistics(update, rows.level, critic).add_squares(values(update, rows, critic), rows.count, rows.begins);
    }
};
/// Computes the variances from the sums of squares over the rows of all ranks, and then the folded weights of the level.
struct fold {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const& rows, typename Update::index const& critic) {
        using networks = typename Update::networks;
        auto const critics = update.critics();
        auto const of = statistics(update, rows.level, critic);
        of.divide(of.variance);
        Update::W::barrier();
        networks::critic::fold_level(update.view.parameters + networks::critic_begin(critic), critics.joint_batch(critic),
                                     critics.joint_limits(), rows.level);
    }
};
/// Computes the rank's rows of the next level, or of the outputs after the last level.
struct leave {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const& rows, typename Update::index const& critic) {
        using network = typename Update::networks::critic;
        auto const joint = update.critics().joint_batch(critic);
        network::begin_level(joint, rows.level);
        network::template leave_level<typename Update::index>(joint, rows.level, rows.first, rows.count);
    }
};
struct value_next {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const&, typename Update::index const& critic) {
        update.critics().value_next(critic);
    }
};
/// Computes the loss of the whole minibatch, and its gradient with respect to the outputs.
struct regress {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const&, typename Update::index const& critic) {
        auto const critics = update.critics();
        typename Update::critics_type::workspace work;
        work.prepare();
        critics.check_then(critic, [&] { return critics.regress_joint(critic, work, update.td_target()); }, [] {});
    }
};
/// Computes the rank's rows of the gradient with respect to the sums of the hidden layer after a level, before its activation.
struct differentiate {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const& rows, typename Update::index const& critic) {
        using networks = typename Update::networks;
        auto const& view = update.view;
        networks::critic::template differentiate_sums<typename Update::index>(
            view.parameters + networks::critic_begin(critic), view.transposed_weights + networks::critic_transposed(critic),
            update.critics().joint_batch(critic), rows.level, rows.first, rows.count);
    }
};
/// Computes the gradient with respect to weights, gains and shifts from the gradient with respect to the folded weights, which
/// is a sum over the rows of all ranks.
struct unfold {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const& rows, typename Update::index const& critic) {
        using networks = typename Update::networks;
        auto const& view = update.view;
        if (leaves(view.progress->stopped != 0u)) {
            return;
        }
        auto const begin = networks::critic_begin(critic);
        networks::critic::weights_of::unfold(rows.level, view.parameters + begin, update.critics().joint_batch(critic),
                                             view.gradient + begin);
    }
};
struct descend {
    template <class Update, class Rows>
    static void take(Update const& update, Rows const&, typename Update::index const& critic) {
        using critics_type = typename Update::critics_type;
        auto const& view = update.view;
        critics_type::for_critic(critic, [&](std::size_t c) {
            when(view.progress->stopped == 0u && view.progress->nonfinite[c] != view.number,
                 [&] { update.critics().descend(critic); });
        });
    }
};

}  // namespace joint_step

}  // namespace lockstep
