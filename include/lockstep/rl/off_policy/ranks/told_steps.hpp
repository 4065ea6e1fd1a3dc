// SPDX-License-Identifier: MIT
// The steps that a rank tells the others, so that all have the same replay buffer.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/off_policy/replay_buffer.hpp>

namespace lockstep {

/// How many numbers a rank tells the others of a step of an environment: its action, reward and ending, the observation before
/// the next step, and the final observation. The final observation counts only if the step truncated the episode.
template <std::size_t Observations, std::size_t Actions>
inline constexpr std::size_t told_numbers = Actions + 2 + 2 * Observations;

/// The members that tell_step and hear_step share.
template <std::size_t Observations, std::size_t Actions, class World>
struct told_steps {
    using T = number_for_t<World>;
    using R = typename World::number;
    using index = typename World::index;
    static constexpr std::size_t numbers = told_numbers<Observations, Actions>;

    replay_view<Observations, Actions, T> memory;
    index step;                                ///< number of the newest step, the same for all environments
    index packs;                               ///< of environments
    typename World::template pointer<R> told;  ///< [told_numbers][packs]
};

/// Writes the newest step of a pack of environments to `told`. kernel(pack).
template <std::size_t Observations, std::size_t Actions, class World>
struct tell_step {
    template <class Other>
    using in = tell_step<Observations, Actions, Other>;
    using of_world = told_steps<Observations, Actions, World>;
    using T = typename of_world::T;
    using index = typename World::index;

    of_world steps;

    void operator()(index const& pack) const {
        auto const& memory = steps.memory;
        alignas(64) feature_packs<T, of_world::numbers, pack_width<T>> lanes;
        for (auto const l : World::lanes()) {
            index const environment = pack * pack_width<T> + l;
            auto const at = memory.steps + (memory.step_at(environment, steps.step % memory.places) + Observations);
            auto const next = memory.steps + memory.step_at(environment, (steps.step + 1) % memory.places);
            auto const final = memory.finals + memory.final_at(environment, steps.step);
            for (std::size_t i = 0; i < Actions + 2; ++i) {
                lanes[i][l] = at[i];
            }
            for (std::size_t i = 0; i < Observations; ++i) {
                lanes[Actions + 2 + i][l] = next[i];
                lanes[Actions + 2 + Observations + i][l] = final[i];
            }
        }
        World::barrier();
        for (std::size_t i = 0; i < of_world::numbers; ++i) {
            steps.told[steps.packs * i + pack] = load_pack<typename World::number>(lanes[i] + 0);
        }
    }
};

/// Adds the step that `told` has for a pack of environments to the replay buffer. kernel(pack).
template <std::size_t Observations, std::size_t Actions, class World>
struct hear_step {
    template <class Other>
    using in = hear_step<Observations, Actions, Other>;
    using of_world = told_steps<Observations, Actions, World>;

    of_world steps;

    void operator()(typename World::index const& pack) const {
        using R = typename World::number;
        using view = decltype(steps.memory);
        auto const number = [&](std::size_t i) -> R { return steps.told[steps.packs * i + pack]; };
        experience<R, Observations, Actions> e;
        for (std::size_t i = 0; i < Actions; ++i) {
            e.action[i] = number(i);
        }
        e.reward = number(Actions);
        e.terminated = number(Actions + 1) == R(view::terminated);
        e.truncated = number(Actions + 1) == R(view::truncated);
        for (std::size_t i = 0; i < Observations; ++i) {
            e.observation[i] = number(Actions + 2 + i);
            e.final_observation[i] = number(Actions + 2 + Observations + i);
        }
        steps.memory.add(pack, steps.step, e);
    }
};

}  // namespace lockstep
