// SPDX-License-Identifier: MIT
// OpenAI's evolution strategies (Salimans et al. 2017, "Evolution strategies as a scalable alternative to reinforcement
// learning"): mirrored noise, returns shaped by their ranks, Adam, and weight decay.
//
// Deviations: Each direction has two episodes, one with its noise added to the parameters and one with it subtracted; both begin
// in the same state. Observations are normalised by their running moments, as in the other learners of Lockstep, and there is no
// virtual batch normalisation. Weight decay is decoupled from Adam.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/device/device.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/rl/evolution/evolution.hpp>
#include <lockstep/rl/evolution/evolution_strategies_config.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

namespace lockstep {

/// The update of OpenAI's method. `weigh` computes the weights of the directions from the returns of their episodes. `step` moves
/// the parameters along the weighted sum of the directions, by Adam.
struct evolution_strategies_update {
    static constexpr std::string_view name = "evolution_strategies";
    using config_type = evolution_strategies_config;

    template <class Device, class Memory>
    static void weigh(Device& device, Memory& memory, evolution_strategies_config const& config) {
        device.for_each(memory.half, weigh_ranks<world_of<Device>>{.returns = memory.returns(),
                                                                   .per_rank = 1 / static_cast<float>(2 * config.directions - 1),
                                                                   .weights = memory.direction_weights.data()});
    }

    template <class Device, class Memory>
    static void step(Device& device, Memory& memory, evolution_strategies_config const& config, std::size_t number) {
        // The method maximises ranks, but Adam minimises: so the gradient is minus the weighted sum.
        float const per_episode = -1 / (static_cast<float>(2 * config.directions) * config.noise);
        adam_config const adam{.learning_rate = config.learning_rate, .weight_decay = config.weight_decay};
        auto const step = adam_step_of(adam, config.learning_rate, static_cast<float>(number), per_episode);
        using T = number_for_t<world_of<Device>>;
        device.for_each(Memory::groups, take_adam_step<T>{.step = step,
                                                          .gradient = memory.gradient.data(),
                                                          .parameters = memory.parameters.data(),
                                                          .first_moment = memory.first_moment.data(),
                                                          .second_moment = memory.second_moment.data()});
    }
};

/// Learns a policy for Env by evolution strategies: `evolution_strategies<envs::half_cheetah, cpu>`. The policy has two hidden
/// layers of 64 units, unless Hidden has other layers, or none (linear_layers).
template <class Env, class Device, class Hidden = hidden_layers<tanh_activation, 64, 64>>
using evolution_strategies = evolution<evolution_strategies_update, Env, Device, Hidden>;

}  // namespace lockstep
