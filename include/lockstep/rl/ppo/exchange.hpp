// SPDX-License-Identifier: MIT
// What the ranks of a data-parallel PPO exchange: the rollout in each iteration, and the gradient in each step of the optimiser.
//
// Each rank steps its own packs of environments and computes the gradients of its own slices of each minibatch. Packs and slices
// are numbered over all ranks. Every rank computes everything else for itself, from the same numbers. So after each iteration all
// ranks have the same numbers in memory, and any rank may write the checkpoint. A minibatch is shuffled over all environments, so
// each rank needs the samples of all ranks: environments * horizon samples in each iteration, a few megabytes. Slices of a
// gradient are added in their order, whatever the number of ranks: the sum passes from rank to rank, each rank adds its slices,
// and then the total passes to all ranks. So each link carries the gradient twice, as with any all-reduce, and the bits are those
// of one process.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/device/device.hpp>
#include <lockstep/device/offset_kernel.hpp>
#include <lockstep/dist/communicator.hpp>
#include <lockstep/rl/common/nonfinite.hpp>
#include <lockstep/rl/common/rank_packs.hpp>
#include <lockstep/rl/common/ranks.hpp>
#include <lockstep/rl/ppo/update.hpp>

namespace lockstep {

/// The exchanges of one rank with the other ranks. Memory is the rank's ppo_memory. Networks is an actor_critic in the world of
/// the device.
template <class Device, class Memory, class Networks, communicator Communicator>
class ppo_exchange {
    using minibatch = ppo_minibatch<Networks>;
    using W = world_of<Device>;
    /// The number of floats in a message. They are 16 KiB, because even a small message takes more than a microsecond.
    static constexpr std::size_t piece = 4 * minibatch::range;

public:
    LOCKSTEP_COLD ppo_exchange(Memory& memory, Communicator const& ranks)
        : ranks_(ranks), packs_(ranks, memory.packs), first_slice_(first_slice_of(ranks.rank(), memory)),
          end_slice_(first_slice_of(ranks.rank() + 1, memory)), gradient_(Networks::parameter_count + 2 * memory.slices * sums),
          own_losses_(2 * (end_slice_ - first_slice_) * sums) {}

    /// Checks that all ranks train alike. Call it before each iteration. Throws std::runtime_error, the same in all ranks, if a
    /// rank has other parameters than rank 0. The first call also throws if a rank has another version of Lockstep, another
    /// learner, lanes of another width or another configuration, or begins from another state.
    template <class Config>
    void agree(Device& device, Memory const& memory, std::string_view name, std::string_view learner, Config const& config,
               std::size_t steps) {
        agreement_.require(ranks_, device, memory.parameters, name, learner, config, steps);
    }

    /// Runs `kernel`, a rollout, for the packs of this rank. Then sends the results of each rank's packs to all ranks.
    template <class Kernel>
    void collect(Device& device, Memory& memory, Kernel const& kernel) {
        for_each_between<W>(device, packs_.first(), packs_.end(), kernel);
        packs_.share(device, [&](auto visit) { for_each_of_packs(memory, visit); });
    }

    /// Computes the gradient of a minibatch and the losses of its slices, over all ranks. Writes them to memory.gradient and
    /// memory.losses. Writes the sum of the gradient's squares in each range of parameters to memory.squared_norms. The bits are
    /// those of ppo_differentiate and ppo_gather in one process.
    void differentiate(Device& device, Memory& memory, minibatch const& batch) {
        for_each_between<W>(device, 2 * first_slice_, 2 * end_slice_, ppo_differentiate<Networks>{batch});
        std::size_t const parameters = Networks::parameter_count;
        auto const losses = std::span(gradient_).subspan(parameters);
        if (first_slice_ != end_slice_) {
            device.copy(memory.losses, as_losses(own_losses_), 2 * first_slice_);
            device.synchronize();
        }
        ranks_.accumulate(gradient_, piece, [&](std::size_t begin, std::size_t end) {
            if (first_slice_ == end_slice_) {
                return;
            }
            if (std::size_t const stop = std::min(end, parameters); begin < stop) {
                add_slices(device, memory, batch, begin, stop);
            }
            // A piece that begins among the parameters may end among the losses.
            std::size_t const first = parameters + 2 * first_slice_ * sums;
            std::size_t const from = std::max(begin, first), to = std::min(end, first + own_losses_.size());
            if (from < to) {
                std::copy(own_losses_.data() + (from - first), own_losses_.data() + (to - first), gradient_.data() + from);
            }
        });
        device.copy(std::span<float const>(gradient_).first(parameters), memory.gradient);
        device.copy(std::span<loss_sums<float> const>(as_losses(losses)), memory.losses);
        // Only the last rank has the squares of the whole gradient. So every rank sums the squares here, with the whole gradient
        // as the only slice.
        minibatch total = batch;
        total.view.slice_gradients = memory.gradient.data();
        total.slices = 1;
        device.for_each(minibatch::ranges, ppo_gather<Networks>{total});
    }

    /// Returns true if the iteration's updates are stopped, so that the remaining ones would change nothing.
    bool is_stopped(Device& device, Memory const& memory) const {
        ppo_progress<> progress;
        device.copy(memory.progress, std::span(&progress, 1));
        device.synchronize();
        return progress.stopped != 0;
    }

    /// Returns the names of the ranks that have a slice whose gradient has a number for which has_square() is false, for example
    /// " of rank 2 on node-b". If there is no such rank, returns " of all ranks together". All ranks must call it.
    LOCKSTEP_COLD std::string nonfinite_ranks(Device& device, Memory& memory) {
        std::vector<float> own((end_slice_ - first_slice_) * Networks::parameter_count);
        device.copy(memory.slice_gradients, std::span(own), first_slice_ * Networks::parameter_count);
        device.synchronize();
        return names_of_ranks(ranks_, !std::all_of(own.begin(), own.end(), has_square));
    }

private:
    static constexpr std::size_t sums = sizeof(loss_sums<float>) / sizeof(float);

    static std::span<loss_sums<float>> as_losses(std::span<float> numbers) {
        return {reinterpret_cast<loss_sums<float>*>(numbers.data()), numbers.size() / sums};
    }

    /// Returns the index of a rank's first slice. It is rounded up, so that rank 0, where the sum begins, always has a slice.
    std::size_t first_slice_of(std::size_t rank, Memory const& memory) const {
        return (memory.slices * rank + ranks_.size() - 1) / ranks_.size();
    }

    /// Adds the gradients of this rank's slices to `gradient_`, for the parameters [begin, end). There `gradient_` must have the
    /// sum of all earlier slices. Copies that sum over the last earlier slice in memory.slice_gradients, so that ppo_gather adds
    /// the sum and this rank's slices in their order.
    void add_slices(Device& device, Memory& memory, minibatch const& batch, std::size_t begin, std::size_t end) {
        std::size_t const before = first_slice_ > 0 ? 1 : 0, place = (first_slice_ - before) * Networks::parameter_count;
        auto const message = std::span(gradient_).subspan(begin, end - begin);
        if (before == 1) {
            device.copy(std::span<float const>(message), memory.slice_gradients, place + begin);
        }
        minibatch own = batch;
        own.view.slice_gradients = memory.slice_gradients.data() + place;
        own.slices = end_slice_ - first_slice_ + before;
        for_each_between<W>(device, begin / minibatch::range, (end + minibatch::range - 1) / minibatch::range,
                            ppo_gather<Networks>{own});
        device.copy(memory.gradient, message, begin);
        device.synchronize();
    }

    /// Calls visit(buffer, times) for each buffer that a rollout fills. A buffer has `times` elements for each pack.
    template <class Visit>
    static void for_each_of_packs(Memory& memory, Visit visit) {
        visit(memory.samples, memory.steps * Memory::agents);
        visit(memory.environments, 1);
        visit(memory.discounted_returns, 1);
        if constexpr (Networks::memory_size > 0) {
            visit(memory.memories, 1);
            visit(memory.first_memories, 1);
        }
        visit(memory.last_values, Memory::agents);
        visit(memory.observation_sums, 1);
        visit(memory.return_sums, 1);
        visit(memory.episodes, 1);
    }

    Communicator ranks_;
    rank_packs<Device, Communicator> packs_;
    std::size_t first_slice_, end_slice_;
    training_agreement agreement_;
    std::vector<float> gradient_;    ///< passes from rank to rank: the gradient of a minibatch, then the losses of its slices
    std::vector<float> own_losses_;  ///< the losses of this rank's slices
};

/// The same functions for one process, which exchanges nothing.
template <class Device, class Memory, class Networks, communicator Communicator>
    requires(!Communicator::distributed)
class ppo_exchange<Device, Memory, Networks, Communicator> {
public:
    ppo_exchange(Memory&, Communicator const&) {}

    static void agree(auto const&...) {}
    template <class Kernel>
    static void collect(Device& device, Memory& memory, Kernel const& kernel) {
        device.for_each(memory.packs, kernel);
    }
    static void differentiate(Device& device, Memory&, ppo_minibatch<Networks> const& batch) {
        device.for_each(2 * batch.slices, ppo_differentiate<Networks>{batch});
        device.for_each(ppo_minibatch<Networks>::ranges, ppo_gather<Networks>{batch});
    }
    /// Returns false, without a look at the device's memory: in one process the kernels of stopped updates change nothing.
    static bool is_stopped(Device&, Memory const&) { return false; }
    static std::string nonfinite_ranks(Device&, Memory&) { return {}; }
};

}  // namespace lockstep
