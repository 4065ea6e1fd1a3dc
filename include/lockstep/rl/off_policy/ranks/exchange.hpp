// SPDX-License-Identifier: MIT
// What the ranks of a data-parallel SAC or TD3 exchange: the steps of their environments, and the sums of gradients.
//
// Each rank steps its own packs of environments, and runs the forward and backward passes of the networks on its own slices of
// each minibatch. Packs and slices are numbered over all ranks. All ranks have the whole replay buffer, so any rank can draw any
// sample. This costs little: a step has some hundred bytes for each environment, a gradient some hundred thousand. Every rank
// computes the rest for itself, from the same numbers. So after each iteration all ranks have the same memory, and any rank may
// write the checkpoint.
//
// A gradient is added up slice after slice, in the order of one process, so its bits are the same. It passes from rank to rank in
// pieces: while a rank adds its slices to one piece, the next rank adds its own slices to the piece before. The sums of a loss
// travel after the gradient of the loss. Critics with batch renormalisation exchange more (joint_exchange.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/offset_kernel.hpp>
#include <lockstep/dist/communicator.hpp>
#include <lockstep/nn/mlp/gradient_rows.hpp>
#include <lockstep/rl/common/rank_packs.hpp>
#include <lockstep/rl/common/ranks.hpp>
#include <lockstep/rl/off_policy/divided_kernels.hpp>
#include <lockstep/rl/off_policy/kernels.hpp>
#include <lockstep/rl/off_policy/launches.hpp>
#include <lockstep/rl/off_policy/ranks/joint_exchange.hpp>
#include <lockstep/rl/off_policy/ranks/kernels.hpp>
#include <lockstep/rl/off_policy/ranks/told_steps.hpp>

namespace lockstep {

/// Takes the place of joint_exchange if the critics have no batch renormalisation. It exchanges nothing.
struct no_joint_batch {
    template <class Communicator>
    no_joint_batch(Communicator const&, std::size_t) {}
};

/// The exchanges of one rank with the others. Memory is an off_policy_memory. Update is in the device's world.
template <class Device, class Memory, class Update, communicator Communicator>
class off_policy_exchange {
    using networks = typename Update::networks;
    using actor = typename networks::actor;
    using critic = typename networks::critic;
    using critics = divided_critics<typename Update::view_type>;
    using actor_part = typename Update::actor_type;
    using W = world_of<Device>;
    using R = typename W::number;
    static constexpr std::size_t observation_size = networks::observation_size, action_size = networks::action_size;
    template <template <std::size_t, std::size_t, class> class Kernel>
    using step_kernel = Kernel<observation_size, action_size, W>;

    /// How many numbers travel together: 16 KiB of them. Each message takes more than a microsecond, whatever its size.
    static constexpr std::size_t piece = 4096;
    static constexpr std::size_t sums = 16;  ///< numbers after a gradient; the sums of a loss are the first of them

public:
    LOCKSTEP_COLD off_policy_exchange(Device& device, Memory const& memory, std::size_t batch, Communicator const& ranks)
        : ranks_(ranks), joint_(ranks, batch), packs_(ranks, memory.packs),
          first_slice_(first_slice(ranks.rank(), memory.slices)), end_slice_(first_slice(ranks.rank() + 1, memory.slices)),
          told_(allocate<R>(device, told_numbers<observation_size, action_size> * memory.packs)),
          sums_(allocate<float>(device, sums)),
          message_(place_of_sums(std::max(2 * critic::parameter_count, actor::parameter_count)) + sums) {}

    /// Call it before each iteration. Throws std::runtime_error if ranks have different parameters or, before the first
    /// iteration, different trainings (training_agreement).
    template <class Config>
    void agree(Device& device, Memory const& memory, std::string_view name, std::string_view learner, Config const& config,
               std::size_t steps) {
        agreement_.require(ranks_, device, memory.parameters, name, learner, config, steps);
    }

    /// Calls kernel(pack), a step of the environments, for the packs of this rank. Afterwards the replay buffers of all ranks
    /// have the steps of all packs, and all ranks have the sums of observations and returns of this step.
    template <class Kernel>
    void collect(Device& device, Memory& memory, Kernel const& kernel) {
        for_each_between<W>(device, packs_.first(), packs_.end(), kernel);
        told_steps<observation_size, action_size, W> const steps{
            .memory = kernel.memory, .step = kernel.step, .packs = memory.packs, .told = told_.data()};
        for_each_between<W>(device, packs_.first(), packs_.end(), step_kernel<tell_step>{steps});
        packs_.share(device, [&](auto visit) {
            visit(told_, told_numbers<observation_size, action_size>);
            visit(memory.observation_sums, 1);
            visit(memory.return_sums, 1);
        });
        for_each_between<W>(device, 0, packs_.first(), step_kernel<hear_step>{steps});
        for_each_between<W>(device, packs_.end(), memory.packs, step_kernel<hear_step>{steps});
    }

    /// Sends each rank's environments, and the sums that an iteration reports of them, to all ranks. Call it at the end of
    /// an iteration.
    void share_packs(Device& device, Memory& memory) {
        packs_.share(device, [&](auto visit) {
            visit(memory.environments, 1);
            visit(memory.discounted_returns, 1);
            visit(memory.episodes, 1);
        });
    }

    /// Makes the update `kernel` together with the other ranks. It leaves the memory as launch_update leaves it in one process.
    void update(Device& device, Memory& memory, Update const& kernel) {
        if constexpr (networks::has_targets) {
            improve_critics(device, memory, kernel);
            if (kernel.view.improves_actor()) {
                improve_actor(device, memory, kernel);
            }
        } else {
            update_renormalized(device, memory, kernel);
        }
    }

    /// Returns the names of the ranks whose loss is not finite, for example " of rank 2 on node-b", or " of all ranks together"
    /// if no single rank is to blame, as for critics with batch renormalisation. All ranks must call it.
    std::string nonfinite_ranks() { return names_of_ranks(ranks_, is_nonfinite_); }

private:
    void improve_critics(Device& device, Memory& memory, Update const& kernel) {
        if (first_slice_ > 0) {
            device.for_each(1, off_policy_note_stop<Update>{kernel});
        }
        for_slices(device, 0, off_policy_sample<Update>{kernel});
        for_each_critic(device, memory, off_policy_estimate_targets_by_slice<Update>{kernel});
        for_each_critic(device, memory, off_policy_differentiate_critic<Update>{kernel});
        add_up(device, memory, networks::critic_begin(std::size_t(0)), 2 * critic::parameter_count,
               [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = 0; i < 2; ++i) {
                std::size_t const before = i * critic::parameter_count;
                add_gradient_rows<critic>(device, begin - std::min(begin, before), end - std::min(end, before),
                                          off_policy_add_critic_gradient<Update>{kernel, own(), first_slice_ == 0, i, 0, 0});
            }
        }, 2, off_policy_add_critic_sums<Update>{kernel, own(), sums_.data()});
        device.for_each(2, off_policy_check_critic_sums<Update>{kernel, sums_.data()});
        device.for_each(2 * critics::parameter_ranges, off_policy_descend_critic<Update>{kernel});
        device.for_each(2 * critics::transpose_shares, off_policy_transpose_critic<Update>{kernel});
    }

    /// Makes an update of critics with batch renormalisation, which are trained on a whole batch at a time. Every rank draws the
    /// whole minibatch for itself. If the actor has batch renormalisation, every rank also improves it for itself.
    void update_renormalized(Device& device, Memory& memory, Update const& kernel) {
        bool const improves_actor = kernel.view.improves_actor();
        device.for_each(memory.slices, off_policy_sample<Update>{kernel});
        if constexpr (actor_part::takes_whole_batch) {
            if (improves_actor) {
                device.for_each(1, off_policy_choose_actions_together<Update>{kernel});
            }
        }
        joint_.improve_critics(device, memory, kernel, piece);
        if (!improves_actor) {
            return;
        }
        if constexpr (actor_part::takes_whole_batch) {
            if constexpr (Update::uses_both_values) {
                device.for_each(2 * memory.slices, off_policy_differentiate_values<Update>{kernel});
            }
            launch_actor_step(device, memory, kernel);
        } else {
            improve_actor(device, memory, kernel);
        }
    }

    /// Returns the first slice of a rank. It is rounded up, so that rank 0, where the sums begin, always has a slice.
    std::size_t first_slice(std::size_t rank, std::size_t slices) const {
        return (slices * rank + ranks_.size() - 1) / ranks_.size();
    }
    rank_slices<typename Update::index> own() const { return {first_slice_, end_slice_ - first_slice_}; }
    template <class Kernel>
    void for_slices(Device& device, std::size_t before, Kernel const& kernel) const {
        for_each_between<W>(device, before + first_slice_, before + end_slice_, kernel);
    }
    template <class Kernel>
    void for_each_critic(Device& device, Memory const& memory, Kernel const& kernel) const {
        for_slices(device, 0, kernel);
        for_slices(device, memory.slices, kernel);
    }

    void improve_actor(Device& device, Memory& memory, Update const& kernel) {
        if constexpr (Update::uses_both_values) {
            for_each_critic(device, memory, off_policy_differentiate_values<Update>{kernel});
        }
        for_slices(device, 0, off_policy_differentiate_actor<Update>{kernel});
        add_up(device, memory, 0, actor::parameter_count, [&](std::size_t begin, std::size_t end) {
            add_gradient_rows<actor>(device, begin, end,
                                     off_policy_add_actor_gradient<Update>{kernel, own(), first_slice_ == 0, 0, 0});
        }, 1, off_policy_add_actor_sums<Update>{kernel, own(), sums_.data()});
        device.for_each(1, off_policy_improve_actor_by_sums<Update>{kernel, sums_.data()});
        if constexpr (actor_part::is_divided) {
            device.for_each(actor_part::parameter_ranges, off_policy_descend_actor<Update>{kernel});
            device.for_each(actor_part::transpose_shares, off_policy_transpose_actor<Update>{kernel});
        }
    }

    /// Returns where the sums begin in a message, after the gradient of so many parameters. The sums lie in one piece, since
    /// their place and the length of a piece are multiples of `sums`.
    static constexpr std::size_t place_of_sums(std::size_t parameters) { return (parameters + sums - 1) / sums * sums; }
    static_assert(piece % sums == 0);

    /// Writes the gradient of `count` parameters from `first` on to memory.gradient, and the sums of the loss to sums_. Both are
    /// sums over the slices of all ranks. add(begin, end) must add this rank's slices to the numbers [begin, end) of the
    /// gradient, counted from `first`. The kernel add_sums(k), for k < sum_packs, must add them to the sums.
    template <class Add, class AddSums>
    void add_up(Device& device, Memory& memory, std::size_t first, std::size_t count, Add add, std::size_t sum_packs,
                AddSums const& add_sums) {
        device.synchronize();  // the device may still copy from the previous message
        auto const message = std::span(message_).first(place_of_sums(count) + sums), tail = message.last(sums);
        std::fill(tail.begin(), tail.end(), 0.0f);
        ranks_.accumulate(message, piece, [&](std::size_t begin, std::size_t end) {
            if (first_slice_ == end_slice_) {
                return;
            }
            if (begin < count) {
                auto const part = message.subspan(begin, std::min(end, count) - begin);
                if (first_slice_ > 0) {
                    device.copy(std::span<float const>(part), memory.gradient, first + begin);
                }
                add(begin, begin + part.size());
                device.copy(memory.gradient, part, first + begin);
            }
            if (end == message.size()) {
                bool const was_finite = std::all_of(tail.begin(), tail.end(), [](float x) { return std::isfinite(x); });
                device.copy(std::span<float const>(tail), sums_);
                device.for_each(sum_packs, add_sums);
                device.copy(sums_, tail);
                device.synchronize();
                bool const is_finite = std::all_of(tail.begin(), tail.end(), [](float x) { return std::isfinite(x); });
                is_nonfinite_ = is_nonfinite_ || (was_finite && !is_finite);
            } else {
                device.synchronize();
            }
        });
        device.copy(std::span<float const>(message).first(count), memory.gradient, first);
        device.copy(std::span<float const>(tail), sums_);
    }

    /// Launches `kernel` for the rows of the gradient that have some of the numbers [begin, end). A row that lies in two pieces
    /// is computed for each piece. Then only the numbers of that piece are read from the device's memory.
    template <class Network, class Kernel>
    static void add_gradient_rows(Device& device, std::size_t begin, std::size_t end, Kernel kernel) {
        end = std::min(end, Network::parameter_count);
        if (begin >= end) {
            return;
        }
        std::size_t const first_row = gradient_row_of<Network>(begin), end_row = gradient_row_of<Network>(end - 1) + 1;
        kernel.first_row = first_row;
        kernel.end_row = end_row;
        device.for_each((end_row - first_row + gradient_rows_together - 1) / gradient_rows_together, kernel);
    }

    using joint = std::conditional_t<networks::has_targets, no_joint_batch, joint_exchange<Device, Memory, Update, Communicator>>;

    Communicator ranks_;
    [[no_unique_address]] joint joint_;
    rank_packs<Device, Communicator> packs_;
    training_agreement agreement_;
    std::size_t first_slice_, end_slice_;           ///< this rank has slices [first_slice_, end_slice_) of each minibatch
    typename Device::template buffer<R> told_;      ///< [told_numbers][packs]
    typename Device::template buffer<float> sums_;  ///< [sums]
    std::vector<float> message_;
    bool is_nonfinite_ = false;  ///< whether a loss over samples of this rank was not finite
};

/// The exchange of one process, which exchanges nothing.
template <class Device, class Memory, class Update, communicator Communicator>
    requires(!Communicator::distributed)
class off_policy_exchange<Device, Memory, Update, Communicator> {
public:
    off_policy_exchange(Device&, Memory const&, std::size_t, Communicator const&) {}

    static void agree(auto const&...) {}
    template <class Kernel>
    static void collect(Device& device, Memory& memory, Kernel const& kernel) {
        device.for_each(memory.packs, kernel);
    }
    static void share_packs(Device&, Memory&) {}
    static void update(Device& device, Memory& memory, Update const& kernel) { launch_update(device, memory, kernel); }
    static std::string nonfinite_ranks() { return {}; }
};

}  // namespace lockstep
