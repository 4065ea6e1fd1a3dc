// SPDX-License-Identifier: MIT
// Walker2d-v5 of Gymnasium: make a planar biped walk forward.
#pragma once

#include <cstddef>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/planar_walk.hpp>
#include <lockstep/envs/family/robot.hpp>
#include <lockstep/envs/recorded/walker2d.hpp>
#include <lockstep/envs/recorded/robots/walker2d.hpp>

namespace lockstep::envs {

/// Two legs of three joints on a robot of 23.7 kg, in steps of 0.008 s (four substeps, or FrameSkip) for at most 1000 steps. If
/// terminate_when_unhealthy is true, an episode terminates when the torso leaves the healthy heights or angles. Observation: qpos
/// without x, or with it if ShowPosition (8 or 9); qvel clipped to +-10 (9). Action: the motors' controls. The motors clamp the
/// controls to [-1, 1]. The reward uses them unclamped. Reward: the weighted forward speed of the step in m/s, plus
/// healthy_reward while healthy, less the weighted |action|^2.
template <bool ShowPosition, std::size_t FrameSkip = 4>
struct basic_walker2d {
    static constexpr std::size_t observation_size = ShowPosition ? 18 : 17, action_size = 6, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr physics::robot const& robot = recorded::walker2d_robot;
    static constexpr physics::model const& model = recorded::walker2d_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double forward_reward_weight = 1, ctrl_cost_weight = 1e-3, healthy_reward = 1;
    bool terminate_when_unhealthy = true;
    vector<double, 2> healthy_z_range = {0.8, 2}, healthy_angle_range = {-1, 1};  ///< bounds excluded; m, rad
    /// The largest noise of a start: m and rad, m/s and rad/s.
    double reset_noise_scale = 5e-3;

    template <class R>
    struct state {
        vector<R, 9> qpos;  ///< x, height (m), pitch (rad) of the torso; right thigh, leg, foot, then the left ones (rad)
        vector<R, 9> qvel;  ///< likewise: m/s, rad/s
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
        auto const text = [](auto* rows) { recorded::walker2d_substep(rows); };
        state<R> const now = after_substeps<frame_skip>(m, before, action, text);
        mask_t<R> const healthy = within(healthy_z_range, now.qpos[1]) && within(healthy_angle_range, now.qpos[2]);
        return walked(*this, before, now, action, healthy);
    }
};

using walker2d = basic_walker2d<false>;
static_assert(environment<walker2d>);
static_assert(environment<basic_walker2d<true>>);

}  // namespace lockstep::envs
