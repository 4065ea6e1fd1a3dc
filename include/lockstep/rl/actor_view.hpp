// SPDX-License-Identifier: MIT
// A policy in a device's memory, as kernels act with it: a row of observations to a row of actions.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/gaussian.hpp>
#include <lockstep/rl/actor_critic.hpp>

namespace lockstep {

/// True for a device whose rows of lanes are the networks'; for another does not compile, with a sentence that says so.
template <class Device>
consteval bool check_width() {
    static_assert(Device::width == native_width, "lockstep: networks run on rows of native_width lanes, so that must be the width of the device");
    return true;
}

/// Puts a row of observations into columns [column, column + native_width) of a network's inputs.
template <std::size_t N, class Workspace>
LOCKSTEP_INLINE void place(vector<native_lanes, N> const& observation, Workspace& to, std::size_t column = 0) {
    for (std::size_t i = 0; i < N; ++i) {
        observation[i].store(to.inputs + i * Workspace::block + column);
    }
}

/// The actor of `Networks`. Pointers are addresses in the device's memory.
template <class Networks>
struct actor_view {
    static constexpr std::size_t action_size = Networks::action_size;
    using R = native_lanes;
    using actor = typename Networks::actor;
    using workspace = typename actor::template workspace<native_width>;

    float const* parameters;  ///< of Networks
    float const* derived;

    diagonal_gaussian<R, action_size> gaussian() const {
        diagonal_gaussian<R, action_size> result;
        for (std::size_t i = 0; i < action_size; ++i) {
            result.log_deviation[i] = R(parameters[Networks::log_deviation + i]);
        }
        return result;
    }

    /// The mean action for a row of normalised observations. `work` must be prepared.
    LOCKSTEP_NOINLINE vector<R, action_size> mean(vector<R, Networks::observation_size> const& observation, workspace& work) const {
        place(observation, work);
        actor::forward(parameters, derived, work, native_width);
        vector<R, action_size> result;
        for (std::size_t i = 0; i < action_size; ++i) {
            result[i] = R::load(work.outputs + i * native_width);
        }
        return result;
    }
};

}  // namespace lockstep
