// SPDX-License-Identifier: MIT
// Layers of one's own that make a network with a memory.
// error: lockstep: sac and td3 replay steps, not episodes: recurrent_layers are for ppo
#include <lockstep/rl/policy/checked_networks.hpp>

struct networks {
    static constexpr bool has_actor = true, has_critic = true, is_recurrent = false, is_renormalizable = true;
    static constexpr bool renormalizes_actor_only = false;
    struct actor {
        using gru = int;
    };
    struct critic {};
};
static_assert(sizeof(lockstep::checked_networks<networks>) > 0);
