// SPDX-License-Identifier: MIT
// InvertedPendulum-v5 of Gymnasium: keep a pole on a cart upright.
#pragma once

#include <cstddef>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/robot.hpp>
#include <lockstep/envs/recorded/inverted_pendulum.hpp>
#include <lockstep/envs/recorded/robots/inverted_pendulum.hpp>

namespace lockstep::envs {

/// A pole on a cart on a rail of 2 m, in steps of 0.04 s (two substeps, or FrameSkip) for at most 1000 steps. An episode
/// terminates when the pole is more than 0.2 rad from upright. Observation: the position of the cart, the angle of the pole, and
/// their velocities. Action: the motor's control, 100 N per unit, clamped to [-3, 3]. Reward: 1 for each step, but 0 for a step
/// that terminates.
template <std::size_t FrameSkip>
struct basic_inverted_pendulum {
    static constexpr std::size_t observation_size = 4, action_size = 1, episode_limit = 1000;
    static constexpr double action_low = -3, action_high = 3;
    static constexpr physics::robot const& robot = recorded::inverted_pendulum_robot;
    static constexpr physics::model const& model = recorded::inverted_pendulum_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double reset_noise_scale = 0.01;  ///< the largest noise of a start: m and rad, m/s and rad/s

    template <class R>
    struct state {
        vector<R, 2> qpos;  ///< cart in m, pole in rad from upright
        vector<R, 2> qvel;  ///< likewise: m/s, rad/s
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        return noisy_start<state<R>>(model, random, reset_noise_scale, velocity_noise::uniform);
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        return {now.qpos[0], now.qpos[1], now.qvel[0], now.qvel[1]};
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const text = [](auto* rows) { recorded::inverted_pendulum_substep(rows); };
        state<R> const now = after_substeps<frame_skip>(m, before, action, text);
        mask_t<R> const fallen = R(0.2) < abs(now.qpos[1]);
        return {now, select(fallen, R(0), R(1)), fallen};
    }
};
using inverted_pendulum = basic_inverted_pendulum<2>;
static_assert(environment<inverted_pendulum>);

}  // namespace lockstep::envs
