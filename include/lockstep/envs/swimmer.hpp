// SPDX-License-Identifier: MIT
// Swimmer-v5 of Gymnasium: make three rods swim forward.
#pragma once

#include <cstddef>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/robot.hpp>
#include <lockstep/envs/recorded/swimmer.hpp>
#include <lockstep/envs/recorded/robots/swimmer.hpp>

namespace lockstep::envs {

/// Three rods of 1 m with two motors between them in a viscous fluid, in steps of 0.04 s (four substeps, or FrameSkip) for 1000
/// steps. Episodes never terminate. Observation: qpos without x and y of the front rod, or with them if ShowPosition (3 or 5);
/// qvel (5). Action: the motors' controls. The motors clamp the controls to [-1, 1]. The reward uses them unclamped. Reward: the
/// weighted forward speed of the step in m/s, less the weighted |action|^2.
template <bool ShowPosition, std::size_t FrameSkip = 4>
struct basic_swimmer {
    static constexpr std::size_t observation_size = ShowPosition ? 10 : 8, action_size = 2, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    /// Learners take this discount unless one is set. With it, PPO returned at least 122 with each of the seeds 201 to 208. With
    /// 0.99 it returned less than 63 with two of them.
    static constexpr double discount = 0.995;
    static constexpr physics::robot const& robot = recorded::swimmer_robot;
    static constexpr physics::model const& model = recorded::swimmer_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double forward_reward_weight = 1, ctrl_cost_weight = 1e-4;
    double reset_noise_scale = 0.1;  ///< the largest noise of a start: m and rad, m/s and rad/s

    template <class R>
    struct state {
        vector<R, 5> qpos;              ///< x, y (m), heading; angles of the middle and the back rod to the rod in front (rad)
        vector<R, 5> qvel;              ///< likewise: m/s, rad/s
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        return noisy_start<state<R>>(model, random, reset_noise_scale, velocity_noise::uniform);
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        return joints<observation_size>(now);
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const text = [](auto* rows) { recorded::swimmer_substep(rows); };
        state<R> const now = after_substeps<frame_skip>(m, before, action, text);
        R const speed = (now.qpos[0] - before.qpos[0]) * R(1 / dt);
        return {now, R(forward_reward_weight) * speed - R(ctrl_cost_weight) * dot(action, action), R(0) < R(0)};
    }
};

using swimmer = basic_swimmer<false>;
static_assert(environment<swimmer>);
static_assert(environment<basic_swimmer<true>>);

}  // namespace lockstep::envs
