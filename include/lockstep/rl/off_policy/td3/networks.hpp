// SPDX-License-Identifier: MIT
// The networks of TD3 (twin delayed deep deterministic policy gradient).
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/off_policy/twin_critics.hpp>

namespace lockstep {

/// The networks of TD3. The actor's outputs are the action before tanh squashes it into [-1, 1]. If the critics have target
/// networks, the actor has one too. It lies after the target networks of the critics.
template <class Env, class Hidden, class T = float, class Critic = Hidden>
struct td3_networks : twin_critics<Env, Hidden, Env::action_size, T, Critic> {
    using base = twin_critics<Env, Hidden, Env::action_size, T, Critic>;
    /// The networks of a trained policy: its actor is the inference network.
    using acting = td3_networks<Env, typename base::actor_layers::inference_layers, T>;
    /// The same networks in another world.
    template <class World>
    using in = td3_networks<Env, Hidden, number_for_t<World>, Critic>;
    using R = pack_t<T>;
    using typename base::actor;
    using base::action_size, base::has_targets;
    static constexpr std::string_view policy_format = "lockstep.deterministic_policy.1";
    static constexpr std::size_t target_actor = base::target_count;
    static constexpr std::size_t target_actor_transposed = base::transposed_count;
    static constexpr std::size_t target_count = target_actor + (has_targets ? actor::parameter_count : 0);
    static constexpr std::size_t transposed_count = target_actor_transposed + (has_targets ? actor::transposed_count : 0);

    static void begin(pointer_t<T const> parameters, pointer_t<T> transposed_weights, pointer_t<T> targets) {
        base::begin(parameters, transposed_weights, targets);
        if constexpr (has_targets) {
            copy_packs<T>(parameters, targets + target_actor, actor::parameter_count);
            base::world::barrier();
            actor::transpose_weights(targets + target_actor, transposed_weights + target_actor_transposed);
        }
    }

    /// Returns the actions for a pack of the actor's outputs. Output i of the pack begins at outputs[i * stride].
    static vector<R, action_size> action(pointer_t<T const> outputs, std::size_t stride) {
        vector<R, action_size> result = load_features<R, action_size>(outputs, stride);
        for (R& x : result) {
            x = tanh(x);
        }
        return result;
    }

    /// Returns the same actions with added normal noise of the standard deviation `deviation`, clipped to [-1, 1].
    static vector<R, action_size> explore(pointer_t<T const> outputs, std::size_t stride, random<R>& noise,
                                          scalar_t<T> const& deviation) {
        vector<R, action_size> result = action(outputs, stride);
        for (R& x : result) {
            x = clamp(fma(R(deviation), noise.normal(), x), R(-1), R(1));
        }
        return result;
    }
};

}  // namespace lockstep
