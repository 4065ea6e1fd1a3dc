// SPDX-License-Identifier: MIT
// Reacher-v5 of Gymnasium: bring the tip of an arm to a target.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numbers>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/evaluated.hpp>
#include <lockstep/envs/recorded/reacher.hpp>
#include <lockstep/envs/recorded/robots/reacher.hpp>

namespace lockstep::envs {

/// An arm of two links of 0.1 m, in steps of 0.02 s (two substeps, or FrameSkip) for 50 steps. Episodes never terminate.
/// Observation: the cosines, then the sines of both joints' angles; the target's position, the joints' velocities, and the vector
/// from the target to the fingertip. Action: the motors' controls. The motors clamp the controls to [-1, 1]. The reward uses them
/// unclamped. Reward: minus the weighted distance from the fingertip to the target in m, less the weighted |action|^2. As in
/// Gymnasium, the vector from the target to the fingertip is that of the last evaluation of the dynamics: the fourth stage of the
/// Runge-Kutta method, which is close to the state after the step.
template <std::size_t FrameSkip>
struct basic_reacher {
    static constexpr std::size_t observation_size = 10, action_size = 2, episode_limit = 50;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr physics::robot const& robot = recorded::reacher_robot;
    static constexpr physics::model const& model = recorded::reacher_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double reward_dist_weight = 1, reward_control_weight = 1;

    template <class R>
    struct state {
        vector<R, 4> qpos;              ///< angles of shoulder and elbow (rad), x and y of the target (m)
        vector<R, 4> qvel;              ///< likewise: rad/s, m/s
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
        vector<R, 2> offset;            ///< m, from the target to the fingertip, at the last evaluation
    };

    /// Returns the start of an episode. The target is uniform in the disc of radius 0.2 m about the shoulder.
    template <real R>
    state<R> reset(random<R>& random) const {
        state<R> start;
        for (std::size_t i = 0; i < 2; ++i) {
            start.qpos[i] = random.uniform(R(-0.1), R(0.1));
            start.qvel[i] = random.uniform(R(-0.005), R(0.005));
            start.qvel[2 + i] = R(0);
        }
        std::fill(start.active.begin(), start.active.end(), empty_word<R>());
        R const distance = R(0.2) * sqrt(random.uniform());
        R sine, cosine;
        sincos(random.uniform(R(0), R(2 * std::numbers::pi)), sine, cosine);
        start.qpos[2] = distance * cosine;
        start.qpos[3] = distance * sine;
        start.offset = offset(start.qpos);
        return start;
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        R shoulder_sine, shoulder_cosine, elbow_sine, elbow_cosine;
        sincos(now.qpos[0], shoulder_sine, shoulder_cosine);
        sincos(now.qpos[1], elbow_sine, elbow_cosine);
        return {shoulder_cosine, elbow_cosine, shoulder_sine, elbow_sine,    now.qpos[2],
                now.qpos[3],     now.qvel[0],  now.qvel[1],   now.offset[0], now.offset[1]};
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const text = [](auto* rows) { recorded::reacher_substep(rows); };
        auto const moved = evaluate<frame_skip, recorded::reacher_model>(m, before, action, text);
        vector<R, 2> const from_target = offset(moved.last_qpos);
        R const reward =
            -(R(reward_dist_weight) * sqrt(dot(from_target, from_target)) + R(reward_control_weight) * dot(action, action));
        return {{moved.qpos, moved.qvel, moved.active, from_target}, reward, R(0) < R(0)};
    }

private:
    template <real R>
    static vector<R, 2> offset(vector<R, 4> const& qpos) {
        R upper_sine, upper_cosine, fore_sine, fore_cosine;
        sincos(qpos[0], upper_sine, upper_cosine);
        sincos(qpos[0] + qpos[1], fore_sine, fore_cosine);
        return {R(0.1) * upper_cosine + R(0.11) * fore_cosine - qpos[2], R(0.1) * upper_sine + R(0.11) * fore_sine - qpos[3]};
    }
};
using reacher = basic_reacher<2>;
static_assert(environment<reacher>);

}  // namespace lockstep::envs
