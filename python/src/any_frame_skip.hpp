// SPDX-License-Identifier: MIT
// A robot whose frame_skip is chosen while the program runs. In C++ it is a parameter of the type; of all that is compiled for an
// environment only the step depends on it, so only the step is compiled once for each frame_skip.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep::python {

/// The greatest frame_skip that is compiled; each from 1 on is.
inline constexpr std::size_t most_frame_skip = 10;

/// A step of an environment that is Other, whose members and whose state hold the same numbers as Env's.
template <class Other, class Env, real R>
LOCKSTEP_NOINLINE void step_as(Env const& env, state_t<Env, R> const& before, vector<R, Env::action_size> const& action,
                               transition<state_t<Env, R>, R>& next) {
    auto const after = std::bit_cast<Other>(env).step(std::bit_cast<state_t<Other, R>>(before), action);
    next.state = std::bit_cast<state_t<Env, R>>(after.state);
    next.reward = after.reward;
    next.terminated = after.terminated;
}

/// Options::type<FrameSkip> is the environment's type, Options::frame_skip the original's.
template <class Options>
struct any_frame_skip : Options::template type<Options::frame_skip> {
    using original = typename Options::template type<Options::frame_skip>;

    std::size_t chosen = Options::frame_skip;

    /// That a step lasts.
    double seconds() const { return original::dt / static_cast<double>(Options::frame_skip) * static_cast<double>(chosen); }

    template <real R>
    transition<state_t<original, R>, R> step(state_t<original, R> const& before,
                                             vector<R, original::action_size> const& action) const {
        original const& env = *this;
        transition<state_t<original, R>, R> next;
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (void)((chosen == I + 1 &&
                    (step_as<typename Options::template type<I + 1>, original, R>(env, before, action, next), true)) ||
                   ...);
        }
        (std::make_index_sequence<most_frame_skip>());
        return next;
    }
};

}  // namespace lockstep::python
