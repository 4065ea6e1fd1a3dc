// SPDX-License-Identifier: MIT
// An environment that records its steps on a tape, for the backward pass of a pack of environments.
#pragma once

#include <concepts>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/gradient/step.hpp>

namespace lockstep {

/// An environment like Env. But to->forward() makes the steps on numbers of type R, and records them on a tape. Set `to` before
/// such a step.
template <environment Env, real R>
struct taped_environment : Env {
    differentiable_step<Env, R>* to = nullptr;

    static taped_environment of(Env const& env) {
        taped_environment result{};
        static_cast<Env&>(result) = env;
        return result;
    }

    template <real N>
    transition<state_t<Env, N>, N> step(state_t<Env, N> const& before, vector<N, Env::action_size> const& action) const {
        if constexpr (std::same_as<N, R>) {
            return to->forward(*this, before, action);
        } else {
            return Env::step(before, action);
        }
    }
};

}  // namespace lockstep
