// SPDX-License-Identifier: MIT
// A policy in a device's memory, with which kernels compute a pack of actions from a pack of observations.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/normalizer.hpp>

namespace lockstep {

/// Returns true for a device whose packs are as wide as those of the networks. Devices that compile the text of kernels always
/// have such packs. For any other device the call does not compile, and the error says why.
template <class Device>
consteval bool check_width() {
    static_assert(!world_of<Device>::is_native || Device::width == native_width,
                  "lockstep: networks run on packs of native_width lanes, so that must be the width of the device");
    return true;
}

/// Writes a pack of observations to the inputs of a network, to the columns that begin at `column`.
template <real R, std::size_t N, class Workspace, class Index = std::size_t>
LOCKSTEP_INLINE void place(vector<R, N> const& observation, Workspace& to, Index const& column = 0) {
    store_features(observation, to.inputs + column, Workspace::block);
}

/// Writes the outputs of an actor for a pack of normalised observations to work.outputs. Call work.prepare() once before.
template <class Actor, std::size_t N, class Constants, class Workspace>
LOCKSTEP_NOINLINE void forward_actor(Constants parameters, Constants transposed_weights,
                                     vector<pack_t<typename Actor::number>, N> const& input, Workspace& work) {
    place(input, work);
    as_function<pack_t<typename Actor::number>>([&] { Actor::forward(parameters, transposed_weights, work, Workspace::block); });
}

/// The actor of `Networks` as kernels use it: its parameters in the device's memory, and the normaliser of its observations. Call
/// prepare() of a workspace once before the functions here use the workspace.
template <class Networks>
struct actor_view {
    template <class World>
    using in = actor_view<typename Networks::template in<World>>;
    using T = typename Networks::number;
    using R = pack_t<T>;
    using actor = typename Networks::actor;
    using distribution = typename Networks::actions;
    using workspace = typename actor::template workspace<pack_width<T>>;
    using observations = vector<R, Networks::observation_size>;
    using actions = typename distribution::actions;

    pointer_t<T const> parameters;          ///< [Networks::critic_begin]: the actor's parameters, then the log deviations
    pointer_t<T const> transposed_weights;  ///< [actor::transposed_count]
    normalizer<Networks::observation_size, scalar_t<T>> normalization;

    distribution policy() const { return distribution(parameters + Networks::log_deviation); }

    /// Returns the actor's outputs for observations that are normalised already.
    typename distribution::outputs outputs(observations const& normalized, workspace& work) const {
        forward_actor<actor>(parameters, transposed_weights, normalized, work);
        return load_features<R, distribution::output_size>(work.outputs + 0, pack_width<T>);
    }
    /// Returns the actor's outputs for the normalised observations in work.inputs.
    typename distribution::outputs outputs_of(workspace& work) const {
        as_function<R>([&] { actor::forward(parameters, transposed_weights, work, workspace::block); });
        return load_features<R, distribution::output_size>(work.outputs + 0, pack_width<T>);
    }

    /// Returns the most probable actions, for observations that are not normalised yet.
    actions act(observations const& observation, workspace& work) const {
        return distribution::mode(outputs(normalization(observation), work));
    }

    /// Returns actions drawn from the policy, for observations that are not normalised yet.
    actions act(observations const& observation, workspace& work, random<R>& noise) const {
        return distribution::action(policy().sample(outputs(normalization(observation), work), noise));
    }
};

}  // namespace lockstep
