// SPDX-License-Identifier: MIT
// Hopper-v5 of Gymnasium: make a planar robot of one leg hop forward.
#pragma once

#include <cstddef>
#include <limits>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/planar_walk.hpp>
#include <lockstep/envs/family/robot.hpp>
#include <lockstep/envs/recorded/hopper.hpp>
#include <lockstep/envs/recorded/robots/hopper.hpp>

namespace lockstep::envs {

/// A leg of three joints under a torso, 15.8 kg, in steps of 0.008 s (four substeps, or FrameSkip) for at most 1000 steps. If
/// terminate_when_unhealthy is true, an episode terminates when the torso leaves the healthy heights or angles, or when a number
/// of the state other than x and the height leaves healthy_state_range. Observation: qpos without x, or with it if ShowPosition
/// (5 or 6); qvel clipped to +-10 (6). Action: the motors' controls. The motors clamp the controls to [-1, 1]. The reward uses
/// them unclamped. Reward: the weighted forward speed of the step in m/s, plus healthy_reward while healthy, less the weighted
/// |action|^2.
template <bool ShowPosition, std::size_t FrameSkip = 4>
struct basic_hopper {
    static constexpr std::size_t observation_size = ShowPosition ? 12 : 11, action_size = 3, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr physics::robot const& robot = recorded::hopper_robot;
    static constexpr physics::model const& model = recorded::hopper_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double forward_reward_weight = 1, ctrl_cost_weight = 1e-3, healthy_reward = 1;
    bool terminate_when_unhealthy = true;
    /// Bounds are excluded. Units, range by range: rad, rad/s and m/s; m; rad.
    vector<double, 2> healthy_state_range = {-100, 100}, healthy_z_range = {0.7, std::numeric_limits<double>::infinity()},
                      healthy_angle_range = {-0.2, 0.2};
    double reset_noise_scale = 5e-3;  ///< the largest noise of a start: m and rad, m/s and rad/s

    template <class R>
    struct state {
        vector<R, 6> qpos;              ///< x, height (m) and pitch (rad) of the torso; thigh, leg, foot (rad)
        vector<R, 6> qvel;              ///< likewise: m/s, rad/s
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        return noisy_start<state<R>>(model, random, reset_noise_scale, velocity_noise::uniform);
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        return clipped_joints<observation_size>(now);
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const text = [](auto* rows) { recorded::hopper_substep(rows); };
        state<R> const now = after_substeps<frame_skip>(m, before, action, text);
        return walked(*this, before, now, action, is_healthy(now));
    }

private:
    template <real R>
    mask_t<R> is_healthy(state<R> const& now) const {
        mask_t<R> result = within(healthy_z_range, now.qpos[1]) && within(healthy_angle_range, now.qpos[2]);
        for (std::size_t i = 2; i < 6; ++i) {
            result = result && within(healthy_state_range, now.qpos[i]);
        }
        for (R const& velocity : now.qvel) {
            result = result && within(healthy_state_range, velocity);
        }
        return result;
    }
};

using hopper = basic_hopper<false>;
static_assert(environment<hopper>);
static_assert(environment<basic_hopper<true>>);

}  // namespace lockstep::envs
