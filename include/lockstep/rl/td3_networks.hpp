// SPDX-License-Identifier: MIT
// The networks of TD3 (twin delayed deep deterministic policy gradient).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/rl/twin_critics.hpp>

namespace lockstep {

/// The actor gives the action before it is squashed into [-1, 1] by tanh. It has a target too, behind those of the critics.
template <class Env, class Hidden, std::floating_point T = float>
struct td3_networks : twin_critics<Env, Hidden, Env::action_size, T> {
    using base = twin_critics<Env, Hidden, Env::action_size, T>;
    using R = native_row<T>;
    using typename base::actor;
    using base::action_size;
    static constexpr std::string_view policy_format = "lockstep.deterministic_policy.1";
    static constexpr std::size_t target_actor = base::target_count;
    static constexpr std::size_t target_actor_derived = base::derived_count;
    static constexpr std::size_t target_count = target_actor + actor::parameter_count;
    static constexpr std::size_t derived_count = target_actor_derived + actor::derived_count;

    static void begin(T const* parameters, T* derived, T* targets) {
        base::begin(parameters, derived, targets);
        std::copy_n(parameters, actor::parameter_count, targets + target_actor);
        actor::derive(targets + target_actor, derived + target_actor_derived);
    }

    /// The actions that the actor's outputs stand for: a row of them, features `stride` numbers apart.
    static vector<R, action_size> action(T const* outputs, std::size_t stride) {
        vector<R, action_size> result;
        for (std::size_t i = 0; i < action_size; ++i) {
            result[i] = tanh(load_row<R>(outputs + i * stride));
        }
        return result;
    }

    /// Actions moved by noise of this deviation, held within their bounds.
    static vector<R, action_size> explore(T const* outputs, std::size_t stride, random<R>& noise, float deviation) {
        vector<R, action_size> result = action(outputs, stride);
        for (R& x : result) {
            x = clamp(fma(R(deviation), noise.normal(), x), R(-1), R(1));
        }
        return result;
    }
};

}  // namespace lockstep
