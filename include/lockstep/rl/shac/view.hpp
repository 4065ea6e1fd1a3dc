// SPDX-License-Identifier: MIT
// The memory of SHAC (rl/shac/memory.hpp) as the kernels that run, replay and revalue windows use it: addresses in the host's
// memory.
#pragma once

#include <cstddef>

#include <lockstep/core/world.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>
#include <lockstep/rl/shac/step.hpp>
#include <lockstep/rl/shac/taped_environment.hpp>

namespace lockstep {

/// The networks, the environments, and one window: `steps_of_pack`, `traces`, `samples` and `records` are those of the window.
template <environment Env, class Networks>
struct shac_view {
    using W = typename Networks::world;
    using R = typename W::number;
    using scalar = typename W::scalar;
    static constexpr std::size_t observation_size = Env::observation_size;

    scalar const* parameters;                                      ///< [Networks::parameter_count]
    scalar const* transposed_weights;                              ///< [Networks::transposed_count]
    scalar const* target;                                          ///< [critic::parameter_count], of the target critic
    scalar const* target_transposed;                               ///< [critic::transposed_count]
    scalar* gradients;                                             ///< [groups][actor::parameter_count]
    moments<observation_size, scalar> const* observation_moments;  ///< [1]
    moments<1, scalar> const* return_moments;                      ///< [1]

    environment_pack<taped_environment<Env, R>, R>* environments;  ///< [packs]
    R* discounted_returns;                                         ///< [packs]
    shac_step<Env, R>* steps_of_pack;                              ///< [packs][horizon]
    shac_trace<Env, R>* traces;                                    ///< [packs][horizon], or null: none are stored
    shac_sample<R, observation_size>* samples;                     ///< [horizon][packs]
    shac_record<R, observation_size, Env::action_size>* records;   ///< [horizon][packs], or null: none are stored
    moment_sums<R, observation_size>* observation_sums;            ///< [packs]
    moment_sums<R, 1>* return_sums;                                ///< [packs]
    rollout_sums<R>* episodes;                                     ///< [packs]
    shac_sums<R>* sums;                                            ///< [packs]
};

}  // namespace lockstep
