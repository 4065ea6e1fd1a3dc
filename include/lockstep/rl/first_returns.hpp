// SPDX-License-Identifier: MIT
// What a training reports before whole episodes of its own can have ended: those of a group of environments that run beside it.
//
// They are the learner's own rollout over again, with the policy of that moment, in memory of their own. Nothing of the training
// sees them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/first_episodes.hpp>

namespace lockstep {

/// Decides when they run: before the first step, then each time that the number of steps has passed `period` times a power of
/// two, until every environment of the training has made episode_limit steps. Soon after that the first whole episode of the
/// training ends, if none has terminated before.
class first_returns {
public:
    /// A training of `steps` steps makes `iteration` of them in an iteration. One that is shorter than half the period has no
    /// episodes beside it.
    constexpr first_returns(std::size_t environments, std::size_t episode_limit, std::size_t iteration, std::size_t steps,
                            std::size_t period)
        : end_(steps < period / 2 ? 0 : environments * episode_limit), iteration_(iteration), period_(period) {}

    /// Whether they run before the iteration that begins after `made` steps of all environments.
    constexpr bool due(std::size_t made) const {
        std::size_t const before = made - (made < iteration_ ? made : iteration_);
        return made < end_ && (made == 0 || std::bit_floor(made / period_) != std::bit_floor(before / period_));
    }

private:
    std::size_t end_, iteration_, period_;
};

/// Begins their episodes, each as its environment's second, since first ones may be no whole ones. kernel(row).
template <class Env, class Networks>
struct begin_first_returns {
    template <class World>
    using in = begin_first_returns<Env, typename Networks::template in<World>>;
    static constexpr std::size_t stack_size = stack_size_for(row_bytes_on_stack<Env>);
    using W = typename Networks::world;
    using R = typename W::number;

    typename W::template constant<Env> env;
    typename W::seed seed;
    typename W::template pointer<environment_row<Env, R>> environments;
    typename W::template pointer<std::array<R, Networks::memory_size>> memories;

    void operator()(typename W::index const& row) const {
        begin_episodes(static_cast<Env const&>(env), environments[row], seed, row, false);
        environments[row].episode = R(1);
        if constexpr (Networks::memory_size > 0) {
            for (R& x : memories[row]) {
                x = R(0);
            }
        }
    }
};

}  // namespace lockstep
