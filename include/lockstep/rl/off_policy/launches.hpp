// SPDX-License-Identifier: MIT
// The launches of the kernels of an update in one process, in their order. ranks/exchange.hpp has those of several ranks.
#pragma once

#include <cstddef>

#include <lockstep/rl/off_policy/divided_critics.hpp>
#include <lockstep/rl/off_policy/divided_kernels.hpp>
#include <lockstep/rl/off_policy/kernels.hpp>

namespace lockstep {

/// Launches the kernels of the actor's step. Call it after the launches of the critics' steps.
template <class Device, class Memory, class Update>
void launch_actor_step(Device& device, Memory const& memory, Update const& kernel) {
    using actor = typename Update::actor_type;
    device.for_each(memory.slices, off_policy_differentiate_actor<Update>{kernel});
    device.for_each(actor::gradient_shares, off_policy_gather_actor<Update>{kernel});
    device.for_each(1, off_policy_improve_actor<Update>{kernel});
    if constexpr (actor::is_divided) {
        device.for_each(actor::parameter_ranges, off_policy_descend_actor<Update>{kernel});
        device.for_each(actor::transpose_shares, off_policy_transpose_actor<Update>{kernel});
    }
}

/// Launches the kernels of the update `kernel`. Its memory is `memory` (off_policy_memory).
template <class Device, class Memory, class Update>
void launch_update(Device& device, Memory const& memory, Update const& kernel) {
    using actor = typename Update::actor_type;
    using critics = divided_critics<typename Update::view_type>;
    bool const improves_actor = kernel.view.improves_actor(), prioritizes = kernel.view.prioritizes();
    device.for_each(memory.slices, off_policy_sample<Update>{kernel});
    if constexpr (actor::takes_whole_batch) {
        if (improves_actor) {
            device.for_each(1, off_policy_choose_actions_together<Update>{kernel});
        }
    }
    if (prioritizes) {
        device.for_each(1, off_policy_weigh<Update>{kernel});
    }
    if constexpr (critics::are_divided) {
        std::size_t const slices = 2 * memory.slices;  // of both critics
        device.for_each(slices, off_policy_estimate_targets_by_slice<Update>{kernel});
        device.for_each(slices, off_policy_differentiate_critic<Update>{kernel});
        device.for_each(2 * critics::gradient_shares, off_policy_gather_critic<Update>{kernel});
        device.for_each(2, off_policy_check_critic<Update>{kernel});
        device.for_each(2 * critics::parameter_ranges, off_policy_descend_critic<Update>{kernel});
        device.for_each(2 * critics::transpose_shares, off_policy_transpose_critic<Update>{kernel});
        if constexpr (Update::uses_both_values) {
            if (improves_actor) {
                device.for_each(slices, off_policy_differentiate_values<Update>{kernel});
            }
        }
    } else {
        device.for_each(2, off_policy_estimate_targets<Update>{kernel});
        device.for_each(2, off_policy_improve_critic<Update>{kernel});
    }
    if (prioritizes) {
        device.for_each(1, off_policy_prioritize<Update>{kernel});
    }
    if (improves_actor) {
        launch_actor_step(device, memory, kernel);
    }
}

}  // namespace lockstep
