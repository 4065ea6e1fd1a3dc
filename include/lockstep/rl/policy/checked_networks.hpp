// SPDX-License-Identifier: MIT
// Says in one sentence which layers SAC and TD3 do not take.
#pragma once

#include <lockstep/core/holds.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>

namespace lockstep {

/// A base of the learners. It does not compile for Networks whose layers sac and td3 refuse, and says why in one sentence.
template <class Networks>
struct checked_networks {
    static_assert(holds(Networks::is_renormalizable),
                  "lockstep: batch_renorm takes activations whose derivative follows from their value, without layer_norm");
    static_assert(holds(!Networks::is_renormalizable || (Networks::has_actor && Networks::has_critic)),
                  "lockstep: sac and td3 take hidden_layers or convolutional_layers, their critics renormalized_layers or a "
                  "categorical_critic too");
    static_assert(holds(!Networks::renormalizes_actor_only),
                  "lockstep: an actor with batch_renorm needs critics with batch_renorm");
    static_assert(holds(!Networks::is_recurrent && !recurrent<typename Networks::actor> && !recurrent<typename Networks::critic>),
                  "lockstep: sac and td3 replay steps, not episodes: recurrent_layers are for ppo");
};

/// Returns true for Networks that sac and td3 take. Other Networks do not compile, with the sentence of checked_networks.
template <class Networks>
consteval bool check_networks() {
    return sizeof(checked_networks<Networks>) != 0;
}

}  // namespace lockstep
