// SPDX-License-Identifier: MIT
// What random numbers are drawn for: the purposes of the streams of random<R> (core/random.hpp), and of other draws of philox.
#pragma once

#include <cstdint>

namespace lockstep {

/// The purposes of random draws. Uses of the same seed, stream and episode need different purposes, because otherwise they draw
/// the same numbers. Two purposes may have the same number if no training draws for both. So each method uses the numbers from 3
/// on for its own purposes. If a purpose gets another number, the bits of every training that draws for it change.
namespace draw_purpose {
enum type : std::uint32_t {
    reset = 0,                    ///< the start of an episode
    action = 1,                   ///< the noise of an action
    first_episode = 2,            ///< how many steps a staggered first episode counts as already made
    entropy = 3,                  ///< PPO: actions that estimate the entropy
    replay = 3,                   ///< SAC and TD3: which transitions are sampled
    next_action = 4,              ///< SAC and TD3: actions at the next observations
    policy_action = 5,            ///< SAC: actions at the observations
    direction = 3,                ///< evolution strategies: perturbations of the parameters
    candidate = 3,                ///< planners: the noise of sequences of actions
    weights = 0x77,               ///< the weights of new networks
    step = 0x73746570,            ///< random_stream: what happens in a step
    order = 0x7065726d,           ///< permutations: the keys of their rounds
    planning_seed = 0x706c616e,   ///< planners: the seed of each iteration
    evolution_seed = 0x65766f6c,  ///< evolution strategies: the seed of each iteration
};
}  // namespace draw_purpose

}  // namespace lockstep
