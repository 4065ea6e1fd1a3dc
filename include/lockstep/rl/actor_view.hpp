// SPDX-License-Identifier: MIT
// A policy in a device's memory, as kernels act with it: a row of observations to a row of actions.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/gaussian.hpp>
#include <lockstep/rl/actor_critic.hpp>
#include <lockstep/rl/normalizer.hpp>

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

/// The outputs of an actor for a row of observations as the network sees them, to work.outputs. `work` must be prepared.
template <class Actor, std::size_t N>
LOCKSTEP_NOINLINE void forward_actor(float const* parameters, float const* derived, vector<native_lanes, N> const& input,
                                     typename Actor::template workspace<native_width>& work) {
    place(input, work);
    Actor::forward(parameters, derived, work, native_width);
}

/// The actor of `Networks`. Pointers are addresses in the device's memory; a workspace must be prepared.
template <class Networks>
struct actor_view {
    static constexpr std::size_t action_size = Networks::action_size;
    using R = native_lanes;
    using actor = typename Networks::actor;
    using workspace = typename actor::template workspace<native_width>;
    using observations = vector<R, Networks::observation_size>;
    using actions = vector<R, action_size>;

    float const* parameters;  ///< of Networks
    float const* derived;
    normalizer<Networks::observation_size> normalization;

    diagonal_gaussian<R, action_size> gaussian() const {
        diagonal_gaussian<R, action_size> result;
        for (std::size_t i = 0; i < action_size; ++i) {
            result.log_deviation[i] = R(parameters[Networks::log_deviation + i]);
        }
        return result;
    }

    /// The mean actions for observations that are normalised already.
    actions mean(observations const& normalized, workspace& work) const {
        forward_actor<actor>(parameters, derived, normalized, work);
        actions result;
        for (std::size_t i = 0; i < action_size; ++i) {
            result[i] = R::load(work.outputs + i * native_width);
        }
        return result;
    }

    /// The mean actions.
    actions act(observations const& observation, workspace& work) const { return mean(normalization(observation), work); }

    /// Actions drawn from the policy.
    actions act(observations const& observation, workspace& work, random<R>& noise) const {
        return gaussian().sample(act(observation, work), noise);
    }
};

}  // namespace lockstep
