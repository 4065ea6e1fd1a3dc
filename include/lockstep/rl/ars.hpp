// SPDX-License-Identifier: MIT
// Augmented random search (Mania, Guy and Recht 2018, "Simple random search provides a competitive approach to reinforcement
// learning"). The configuration chooses among its variants V1, V1-t, V2 and V2-t.
//
// Deviations: Each direction has two episodes, one with its noise added to the parameters and one with it subtracted; both begin
// in the same state. The policy has biases as well as its matrix. Normalised observations are clipped to [-10, 10].
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/device/device.hpp>
#include <lockstep/rl/evolution/ars_config.hpp>
#include <lockstep/rl/evolution/evolution.hpp>
#include <lockstep/rl/policy/linear_layers.hpp>

namespace lockstep {

/// The update of augmented random search. `weigh` computes the weights of the directions, and the scale of the step, from the
/// returns of their episodes. `step` moves the parameters along the weighted sum of the directions.
struct ars_update {
    static constexpr std::string_view name = "ars";
    using config_type = ars_config;

    template <class Device, class Memory>
    static void weigh(Device& device, Memory& memory, ars_config const& config) {
        using W = world_of<Device>;
        std::size_t const top = config.top_directions == 0 ? config.directions : config.top_directions;
        device.for_each(memory.half, weigh_top_directions<W>{.returns = memory.returns(),
                                                             .top = static_cast<float>(top),
                                                             .chosen = memory.chosen.data(),
                                                             .weights = memory.direction_weights.data()});
        device.for_each(1, scale_search_step<W>{.returns = memory.returns(),
                                                .step_size = config.step_size,
                                                .chosen = memory.chosen.data(),
                                                .scale = memory.scale.data()});
    }

    template <class Device, class Memory>
    static void step(Device& device, Memory& memory, ars_config const&, std::size_t) {
        device.for_each(Memory::groups, take_search_step<world_of<Device>>{.scale = memory.scale.data(),
                                                                           .direction = memory.gradient.data(),
                                                                           .parameters = memory.parameters.data()});
    }
};

/// Learns a policy for Env by augmented random search. The policy is linear, unless Hidden has hidden layers. Example:
/// `ars<envs::half_cheetah, cpu> learner(device, {.steps = 20'000'000})`.
template <class Env, class Device, class Hidden = linear_layers>
using ars = evolution<ars_update, Env, Device, Hidden>;

}  // namespace lockstep
