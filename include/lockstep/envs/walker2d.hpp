// SPDX-License-Identifier: MIT
// Walker2d-v5 of Gymnasium: make a planar biped walk forward.
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
#include <lockstep/envs/recorded/walker2d.hpp>
#include <lockstep/physics/robots/walker2d.hpp>
#include <lockstep/physics/substep.hpp>

namespace lockstep::envs {

/// Two legs of three joints on a 23.7 kg robot, in steps of 0.008 s (four substeps) for at most 1000 steps; terminates
/// where the torso leaves the healthy heights or angles.
/// Observation: qpos, from the height on unless ShowPosition (8 or 9), qvel clipped to +-10 (9). Action: the motors'
/// controls; beyond [-1, 1] they count as the bound for the motors, but not for their cost.
/// Reward: forward speed of the step in m/s, plus healthy_reward while healthy, less the weighted |action|^2.
template <bool ShowPosition>
struct basic_walker2d {
    static constexpr std::size_t observation_size = ShowPosition ? 18 : 17, action_size = 6, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr std::size_t frame_skip = 4;
    static constexpr double dt = 0.008;
    static constexpr physics::robot const& robot = physics::walker2d;
    static constexpr physics::model const& model = physics::walker2d_model;

    double forward_reward_weight = 1, ctrl_cost_weight = 1e-3, healthy_reward = 1;
    bool terminate_when_unhealthy = true;
    vector<double, 2> healthy_z_range = {0.8, 2}, healthy_angle_range = {-1, 1};  ///< bounds excluded; m, rad
    double reset_noise_scale = 5e-3;

    template <class R>
    struct state {
        vector<R, 9> qpos;  ///< x, height, pitch of the torso; right thigh, leg, foot; left thigh, leg, foot
        vector<R, 9> qvel;
        vector<R, 3> active;  ///< the solver's active set: words of bits, zeros after a reset
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        R const noise(reset_noise_scale);
        state<R> start;
        for (R& position : start.qpos) {
            position = random.uniform(-noise, noise);
        }
        start.qpos[1] = start.qpos[1] + R(1.25);
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
        auto const velocities = std::copy(now.qpos.begin() + (ShowPosition ? 0 : 1), now.qpos.end(), observation.begin());
        std::transform(now.qvel.begin(), now.qvel.end(), velocities, [](R const& v) { return clamp(v, R(-10), R(10)); });
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
        vector<R, 9> const& qpos = moved.now.qpos;
        mask_t<R> const healthy = within(healthy_z_range, qpos[1]) && within(healthy_angle_range, qpos[2]);
        R const speed = (qpos[0] - before.qpos[0]) * R(1 / dt);
        R const reward = R(forward_reward_weight) * speed + select(healthy, R(healthy_reward), R(0)) -
                         R(ctrl_cost_weight) * dot(action, action);
        return {moved.now, reward, terminate_when_unhealthy ? !healthy : R(0) < R(0)};
    }

private:
    template <real R>
    static mask_t<R> within(vector<double, 2> const& range, R const& x) {
        return R(range[0]) < x && x < R(range[1]);
    }

    // Floats and lanes run the recorded program; doubles, and programs being recorded, the dynamics it was recorded from.
    template <real R>
    LOCKSTEP_INLINE static void substep(std::span<R> numbers) {
        if constexpr (std::same_as<R, float> || width_of<R> != 1) {
            recorded::walker2d_substep(text::rows(numbers));
        } else {
            physics::substep<R>(model, numbers);
        }
    }
};

using walker2d = basic_walker2d<false>;
static_assert(check_environment<walker2d>());
static_assert(check_environment<basic_walker2d<true>>());

}  // namespace lockstep::envs
