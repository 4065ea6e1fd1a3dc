// SPDX-License-Identifier: MIT
// Early reports of a training: before its own environments can have run whole episodes, a second group of environments runs whole
// episodes.
//
// This second group runs the learner's rollout with the present policy, and has its own memory. The training does not learn from
// it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/common/first_episodes.hpp>

namespace lockstep {

/// Decides when the second group runs its episodes: before the first step, and then each time that the number of steps passes
/// `period` times a power of two. It runs none after every environment of the training has made episode_limit steps, since the
/// training's own episodes end soon after.
class first_returns {
public:
    /// `steps` is the number of steps of the whole training, `iteration` that of an iteration, both of all environments together.
    /// In a training of fewer than period / 2 steps the second group runs no episodes.
    constexpr first_returns(std::size_t environments, std::size_t episode_limit, std::size_t iteration, std::size_t steps,
                            std::size_t period)
        : end_(steps < period / 2 ? 0 : environments * episode_limit), iteration_(iteration), period_(period) {}

    /// Returns true if the second group runs before the iteration that begins after `made` steps of all environments together.
    constexpr bool due(std::size_t made) const {
        std::size_t const before = made - (made < iteration_ ? made : iteration_);
        return made < end_ && (made == 0 || std::bit_floor(made / period_) != std::bit_floor(before / period_));
    }

private:
    std::size_t end_, iteration_, period_;
};

/// Begins the episodes of the second group, with memories of zeros. Each episode has the number of a second episode of its
/// environment, since reports leave out first episodes if these are staggered. kernel(pack).
template <class Env, class Networks>
struct begin_first_returns {
    template <class World>
    using in = begin_first_returns<Env, typename Networks::template in<World>>;
    static constexpr std::size_t stack_size = stack_size_for(pack_bytes_on_stack<Env>);
    using W = typename Networks::world;
    using R = typename W::number;

    typename W::template constant<Env> env;
    typename W::seed seed;
    typename W::template pointer<environment_pack<Env, R>> environments;          ///< [packs]
    typename W::template pointer<std::array<R, Networks::memory_size>> memories;  ///< [packs]

    void operator()(typename W::index const& pack) const {
        begin_episodes(static_cast<Env const&>(env), environments[pack], seed, pack, false);
        environments[pack].episode = R(1);
        if constexpr (Networks::memory_size > 0) {
            for (R& x : memories[pack]) {
                x = R(0);
            }
        }
    }
};

}  // namespace lockstep
