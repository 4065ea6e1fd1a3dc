// SPDX-License-Identifier: MIT
// Pusher-v5 of Gymnasium: push a cylinder to its goal.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/evaluated.hpp>
#include <lockstep/envs/recorded/pusher.hpp>
#include <lockstep/envs/recorded/robots/pusher.hpp>

namespace lockstep::envs {

/// An arm of seven joints at a table, in steps of 0.05 s (five substeps, or FrameSkip) for 100 steps. Episodes never terminate.
/// Observation: the joints' angles (7) and velocities (7); the positions of the body `tips`, of the object and of the goal (3
/// each). The origin of the body `tips` is at the wrist. Action: the motors' controls. The motors clamp the controls to [-2, 2].
/// The reward uses them unclamped. Reward: minus the weighted distance (m) from the object to the goal, minus the weighted
/// distance (m) from the object to the tips, less the weighted |action|^2. As in Gymnasium, the positions are those of the last
/// evaluation of the dynamics, one substep before the end of the step.
template <std::size_t FrameSkip>
struct basic_pusher {
    static constexpr std::size_t observation_size = 23, action_size = 7, episode_limit = 100;
    static constexpr double action_low = -2, action_high = 2;
    static constexpr physics::robot const& robot = recorded::pusher_robot;
    static constexpr physics::model const& model = recorded::pusher_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double reward_near_weight = 0.5, reward_dist_weight = 1, reward_control_weight = 0.1;

    template <class R>
    struct state {
        vector<R, 11> qpos;  ///< angles of the arm (rad); y and x (m) of the object, then of the goal, from (0.45, -0.05) m
        vector<R, 11> qvel;  ///< likewise: rad/s, m/s
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
        vector<R, 9> derived;           ///< positions of the tips, the object and the goal (m), at the last evaluation
    };

    /// Returns the start of an episode. The arm is stretched out. The object differs from the goal by up to 0.3 m in -y and by up
    /// to 0.2 m in x, and its distance from the goal is at least 0.17 m. Gymnasium draws until the object is far enough away.
    /// Here there are 16 draws. Once in six million starts all 16 are too near. Then the object is 0.3 m from the goal in -y.
    template <real R>
    state<R> reset(random<R>& random) const {
        state<R> start;
        std::fill(start.qpos.begin(), start.qpos.end(), R(0));
        std::fill(start.active.begin(), start.active.end(), empty_word<R>());
        R y(-0.3), x(0);
        for (int attempt = 0; attempt < 16; ++attempt) {
            R const there = random.uniform(R(-0.3), R(0)), across = random.uniform(R(-0.2), R(0.2));
            mask_t<R> const far = R(0.17 * 0.17) < there * there + across * across;
            y = select(far, there, y);
            x = select(far, across, x);
        }
        start.qpos[7] = y;
        start.qpos[8] = x;
        for (std::size_t i = 0; i < 11; ++i) {
            start.qvel[i] = i < 7 ? random.uniform(R(-0.005), R(0.005)) : R(0);
        }
        start.derived = places(start.qpos);
        return start;
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        vector<R, observation_size> observation;
        auto to = std::copy_n(now.qpos.begin(), 7, observation.begin());
        to = std::copy_n(now.qvel.begin(), 7, to);
        std::copy(now.derived.begin(), now.derived.end(), to);
        return observation;
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const text = [](auto* rows) { recorded::pusher_substep(rows); };
        auto const moved = evaluate<frame_skip, recorded::pusher_model>(m, before, action, text);
        vector<R, 9> const derived = places(moved.last_qpos);
        auto const distance_from_object = [&](std::size_t first) {
            vec3<R> const offset{derived[3] - derived[first], derived[4] - derived[first + 1], derived[5] - derived[first + 2]};
            return sqrt(dot(offset, offset));
        };
        R const reward = -(R(reward_dist_weight) * distance_from_object(6) + R(reward_near_weight) * distance_from_object(0) +
                           R(reward_control_weight) * dot(action, action));
        return {{moved.qpos, moved.qvel, moved.active, derived}, reward, R(0) < R(0)};
    }

private:
    /// Returns the positions of the tips, the object and the goal (m).
    template <real R>
    static vector<R, 9> places(vector<R, 11> const& qpos) {
        R sine[4], cosine[4];  // of shoulder pan, shoulder lift, upper arm roll, elbow
        for (std::size_t i = 0; i < 4; ++i) {
            sincos(qpos[i], sine[i], cosine[i]);
        }
        R const forward = R(0.4) + R(0.321) * cosine[3], down = R(0.321) * sine[3], below = cosine[2] * down;
        R const out = R(0.1) + (cosine[1] * forward - sine[1] * below), aside = sine[2] * down;
        return {cosine[0] * out - sine[0] * aside,
                R(-0.6) + (sine[0] * out + cosine[0] * aside),
                -(sine[1] * forward + cosine[1] * below),
                R(0.45) + qpos[8],
                R(-0.05) + qpos[7],
                R(-0.275),
                R(0.45) + qpos[10],
                R(-0.05) + qpos[9],
                R(-0.323)};
    }
};
using pusher = basic_pusher<5>;
static_assert(environment<pusher>);

}  // namespace lockstep::envs
