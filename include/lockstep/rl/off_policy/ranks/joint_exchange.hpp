// SPDX-License-Identifier: MIT
// What ranks exchange for a step of critics with batch renormalisation (CrossQ), whose samples are no longer independent.
//
// A critic's batch has the sampled pairs and then the next pairs. Its rows are divided among the ranks, in the order of the
// ranks. On each level the sums of the units' values pass from rank to rank, then the sums of squares. Each rank adds its rows to
// the sums that it gets, so numbers are added in the order of one process, and the bits are the same. In the backward pass, the
// gradient with respect to a level's weights passes in pieces, as other gradients do (exchange.hpp). What batch renormalisation
// adds to the backward pass follows from this gradient, so the level before waits for it.
//
// The inputs and the hidden layers are L levels. The critics' step has 3 L + 1 exchanges in place of one. Two exchanges of each
// level carry a number for each unit and critic, and one exchange of an update carries the outputs. Every rank computes the loss,
// the folded weights and the actions of the whole minibatch. It also does all the work for an actor with batch renormalisation.
// With the default networks and actor_delay, this work of every rank is 13 % of an update's multiply-adds. So two ranks are at
// most 1.8 times as fast as one, and four 2.8 times.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/dist/communicator.hpp>
#include <lockstep/rl/off_policy/ranks/joint_kernels.hpp>

namespace lockstep {

/// The exchanges of one rank with the others. Memory is an off_policy_memory. Update is in the device's world, and its critics
/// have batch renormalisation.
template <class Device, class Memory, class Update, communicator Communicator>
class joint_exchange {
    using networks = typename Update::networks;
    using critic = typename networks::critic;
    using batch = typename critic::batch;
    using statistic = typename batch::statistic;

public:
    /// `minibatch` is the number of its samples. Each sample also has a next pair, so a critic's batch has twice as many rows.
    LOCKSTEP_COLD joint_exchange(Communicator const& ranks, std::size_t minibatch)
        : ranks_(ranks), batch_(minibatch), first_(first_row(ranks.rank())), end_(first_row(ranks.rank() + 1)) {}

    /// Makes a step of both critics. Call it when all ranks have drawn all slices of the minibatch, with the next actions.
    void improve_critics(Device& device, Memory& memory, Update const& kernel, std::size_t piece) {
        take<joint_step::place>(device, kernel, 0);
        for (std::size_t l = 0; l < critic::levels; ++l) {
            add_statistics<joint_step::add>(device, memory, kernel, l, batch::mean);
            take<joint_step::centre>(device, kernel, l);
            add_statistics<joint_step::add_squares>(device, memory, kernel, l, batch::variance);
            take<joint_step::fold>(device, kernel, l);
            take<joint_step::leave>(device, kernel, l);
        }
        share_outputs(device, memory);
        take<joint_step::value_next>(device, kernel, 0);
        take<joint_step::regress>(device, kernel, 0);
        for (std::size_t l = critic::levels; l-- > 0;) {
            if (l < critic::hidden_layers) {
                take<joint_step::differentiate>(device, kernel, l);
            }
            add_gradient(device, memory, kernel, l, piece);
            take<joint_step::unfold>(device, kernel, l);
        }
        take<joint_step::descend>(device, kernel, 0);
    }

private:
    /// Returns the first row of a rank. It is rounded up to whole cache lines of outputs, so that rank 0, where the sums begin,
    /// always has rows.
    std::size_t first_row(std::size_t rank) const {
        std::size_t const rows = 2 * batch_;
        return std::min(padded<float>((rows * rank + ranks_.size() - 1) / ranks_.size()), rows);
    }
    joint_rows<typename Update::W> own(std::size_t level) const { return {level, first_, end_ - first_, ranks_.rank() == 0}; }

    template <class Step>
    void take(Device& device, Update const& kernel, std::size_t level) const {
        device.for_each(2, off_policy_joint<Update, Step>{kernel, own(level)});
    }

    /// Writes the sums of a level's units over the rows of all ranks to the statistic `which` of both critics.
    template <class Step>
    void add_statistics(Device& device, Memory& memory, Update const& kernel, std::size_t level, statistic which) {
        std::size_t const units = critic::units(level);
        // They pass in one piece, so the kernel runs once, for both critics.
        pass(device, memory.batches, in_batches(batch{{}, 2 * batch_}.statistics_begin(level, which)), units, 2 * units,
             [&](std::size_t, std::size_t) { take<Step>(device, kernel, level); });
    }

    /// Writes the gradient of both critics with respect to the folded weights of a level, summed over the rows of all ranks,
    /// to memory.gradient.
    void add_gradient(Device& device, Memory& memory, Update const& kernel, std::size_t level, std::size_t piece) {
        std::size_t const columns = critic::level_columns(level), count = critic::level_rows(level) * columns;
        std::size_t const begin_of_level = critic::matrix(level);
        pass(device, memory.gradient,
             {networks::critic_begin(std::size_t(0)) + begin_of_level, networks::critic_begin(std::size_t(1)) + begin_of_level},
             count, piece, [&](std::size_t begin, std::size_t end) {
            for_each_part(begin, end, count, [&](std::size_t i, std::size_t from, std::size_t to) {
                std::size_t const first_row = from / columns, end_row = (to + columns - 1) / columns;
                device.for_each((end_row - first_row + gradient_rows_together - 1) / gradient_rows_together,
                                off_policy_add_level_gradient<Update>{kernel, own(level), i, first_row, end_row});
            });
        });
    }

    /// Sends the outputs of both critics for each rank's rows to all ranks.
    void share_outputs(Device& device, Memory& memory) {
        batch const shape{{}, 2 * batch_};
        std::size_t const stride = shape.output_stride(), count = critic::output_size * stride;
        auto const begins = in_batches(shape.outputs_begin());
        std::vector<float> computed(2 * count);
        for (std::size_t i = 0; i < 2; ++i) {
            device.copy(memory.batches, std::span(computed).subspan(i * count, count), begins[i]);
        }
        device.synchronize();
        message_.assign(2 * count, 0.0f);  // also after the last row, where no rank writes
        ranks_.accumulate(message_, message_.size(), [&](std::size_t, std::size_t) {
            for (std::size_t at = 0; at < message_.size(); at += stride) {
                std::copy(computed.data() + at + first_, computed.data() + at + end_, message_.data() + at + first_);
            }
        });
        for (std::size_t i = 0; i < 2; ++i) {
            device.copy(std::span<float const>(message_).subspan(i * count, count), memory.batches, begins[i]);
        }
        device.synchronize();
    }

    /// Returns the places of number `begin` of a batch in memory.batches, for critic 0 and critic 1.
    std::array<std::size_t, 2> in_batches(std::size_t begin) const {
        return {networks::critic_batch(std::size_t(0), batch_) + begin, networks::critic_batch(std::size_t(1), batch_) + begin};
    }

    /// Passes `count` numbers of each critic from rank to rank, first those of critic 0, then those of critic 1. The numbers of a
    /// critic begin in `buffer` at begins[critic]. add(begin, end) must add this rank's rows to the numbers [begin, end) of the
    /// message. It works on `buffer`, which then has these numbers as the rank before left them. In rank 0 it begins the sums. At
    /// the end `buffer` has the numbers that the last rank left.
    template <class Buffer, class Add>
    void pass(Device& device, Buffer& buffer, std::array<std::size_t, 2> begins, std::size_t count, std::size_t piece, Add add) {
        message_.resize(2 * count);
        ranks_.accumulate(message_, piece, [&](std::size_t begin, std::size_t end) {
            auto const for_each = [&](auto body) {
                for_each_part(begin, end, count, [&](std::size_t i, std::size_t from, std::size_t to) {
                    body(std::span(message_).subspan(i * count + from, to - from), begins[i] + from);
                });
            };
            if (ranks_.rank() > 0) {
                for_each([&](std::span<float> part, std::size_t at) { device.copy(std::span<float const>(part), buffer, at); });
            }
            add(begin, end);
            for_each([&](std::span<float> part, std::size_t at) { device.copy(buffer, part, at); });
            device.synchronize();
        });
        for (std::size_t i = 0; i < 2; ++i) {
            device.copy(std::span<float const>(message_).subspan(i * count, count), buffer, begins[i]);
        }
        device.synchronize();  // before the message is overwritten
    }
    /// Calls body(critic, from, to) for the part of [begin, end) that belongs to each critic, unless the part is empty. The
    /// numbers [0, count) belong to critic 0, the next `count` numbers to critic 1. `from` and `to` count from the critic's
    /// first number.
    template <class Body>
    static void for_each_part(std::size_t begin, std::size_t end, std::size_t count, Body body) {
        for (std::size_t i = 0; i < 2; ++i) {
            std::size_t const from = std::clamp(begin, i * count, (i + 1) * count) - i * count;
            std::size_t const to = std::clamp(end, i * count, (i + 1) * count) - i * count;
            if (from < to) {
                body(i, from, to);
            }
        }
    }

    Communicator ranks_;
    std::size_t batch_, first_, end_;  ///< this rank has rows [first_, end_) of the joint batch of 2 * batch_ rows
    std::vector<float> message_;
};

}  // namespace lockstep
