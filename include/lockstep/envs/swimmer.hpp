// SPDX-License-Identifier: MIT
// Swimmer-v5 of Gymnasium: make three rods swim forward.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/recorded/swimmer.hpp>
#include <lockstep/physics/robots/swimmer.hpp>
#include <lockstep/physics/substep.hpp>

namespace lockstep::envs {

/// Three rods of 1 m with two motors between them in a viscous fluid, in steps of 0.04 s (four substeps) for 1000 steps;
/// never terminates. Observation: qpos, without x and y of the front rod unless ShowPosition (3 or 5), qvel (5). Action: the
/// motors' controls; beyond [-1, 1] they count as the bound for the motors, but not for their cost.
/// Reward: forward speed of the step in m/s, less the weighted |action|^2.
template <bool ShowPosition>
struct basic_swimmer {
    static constexpr std::size_t observation_size = ShowPosition ? 10 : 8, action_size = 2, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr std::size_t frame_skip = 4;
    static constexpr double dt = 0.04;
    static constexpr physics::robot const& robot = physics::swimmer;
    static constexpr physics::model const& model = physics::swimmer_model;

    double forward_reward_weight = 1, ctrl_cost_weight = 1e-4, reset_noise_scale = 0.1;

    template <class R>
    struct state {
        vector<R, 5> qpos;  ///< x, y, heading; angles of the middle and the back rod to the one before
        vector<R, 5> qvel;
        vector<R, 1> active;  ///< the solver's active set: words of bits, zeros after a reset
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        R const noise(reset_noise_scale);
        state<R> start;
        for (R& position : start.qpos) {
            position = random.uniform(-noise, noise);
        }
        for (R& velocity : start.qvel) {
            velocity = random.uniform(-noise, noise);
        }
        for (R& word : start.active) {
            word = empty_word<R>();
        }
        return start;
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        vector<R, observation_size> observation;
        auto const to = std::copy(now.qpos.begin() + (ShowPosition ? 0 : 2), now.qpos.end(), observation.begin());
        std::copy(now.qvel.begin(), now.qvel.end(), to);
        return observation;
    }

    template <real R>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action) const {
        struct {
            state<R> now;
            vector<R, action_size> ctrl;
        } moved{before, action};
        for (std::size_t k = 0; k < frame_skip; ++k) {
            substep<R>(rows<R>(moved));
        }
        R const speed = (moved.now.qpos[0] - before.qpos[0]) * R(1 / dt);
        return {moved.now, R(forward_reward_weight) * speed - R(ctrl_cost_weight) * dot(action, action), R(0) < R(0)};
    }

private:
    // Floats and lanes run the recorded program; doubles, and programs being recorded, the dynamics it was recorded from.
    template <real R>
    LOCKSTEP_INLINE static void substep(std::span<R> numbers) {
        if constexpr (std::same_as<R, float> || width_of<R> != 1) {
            recorded::swimmer_substep(text::rows(numbers));
        } else {
            physics::substep<R>(model, numbers);
        }
    }
};

using swimmer = basic_swimmer<false>;
static_assert(check_environment<swimmer>());
static_assert(check_environment<basic_swimmer<true>>());

}  // namespace lockstep::envs
