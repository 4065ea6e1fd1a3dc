// SPDX-License-Identifier: MIT
// The critic of PPO as a rollout uses it: it computes the values of a pack of environments.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

namespace lockstep {

/// The critic of an actor_critic, with its parameters in the device's memory.
template <class Networks>
struct critic_view {
    using W = typename Networks::world;
    using T = typename Networks::number;
    using R = typename W::number;
    using critic = typename Networks::critic;
    static constexpr std::size_t width = W::width;
    using workspace = typename critic::template workspace<width>;
    using observation = vector<R, Networks::critic_observation_size>;

    typename W::template pointer<typename W::scalar const> parameters;          ///< [Networks::parameter_count]
    typename W::template pointer<typename W::scalar const> transposed_weights;  ///< [Networks::transposed_count]

    /// Returns the values of a pack of normalised observations. A critic with a memory updates its memory in `work`.
    LOCKSTEP_NOINLINE R of(observation const& normalized, workspace& work) const {
        as_function<R>([&] { place(normalized, work); });
        return of_inputs(work);
    }
    /// Returns the values of the normalised observations that are in work.inputs already.
    R of_inputs(workspace& work) const {
        as_function<R>([&] {
            critic::forward(parameters + Networks::critic_begin, transposed_weights + Networks::critic_transposed, work, width);
        });
        return load_pack<R>(work.outputs + 0);
    }

    /// Calls value(), which may call the critic with `work`, and returns the result. Then sets the critic's memory in `work` back
    /// to what it was before.
    template <class Value>
    R keeping_memory([[maybe_unused]] workspace& work, Value value) const {
        if constexpr (memory_size<critic> > 0) {
            constexpr std::size_t numbers = memory_size<critic> * width;
            alignas(64) array_t<T, numbers> memory;
            copy_packs<T>(work.memories().data, memory, numbers);
            R const result = value();
            copy_packs<T>(memory, work.memories().data, numbers);
            return result;
        } else {
            return value();
        }
    }
};

}  // namespace lockstep
