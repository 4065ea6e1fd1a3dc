// SPDX-License-Identifier: MIT
// Ur5e, after the environment of that name in Brax (Freeman et al. 2021): bring the tip of an arm to one target after another.
#pragma once

#include <cstddef>
#include <numbers>
#include <span>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/target.hpp>
#include <lockstep/envs/recorded/ur5e.hpp>
#include <lockstep/envs/recorded/robots/ur5e.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>

namespace lockstep::envs {

/// An arm of six joints, in steps of 0.02 s (eight substeps) for 1000 steps. Episodes never terminate. When the tip comes within
/// target_radius of the target, the target moves to another position within the arm's reach.
/// Observation: the cosines, then the sines of the joints' angles (6 each), the joints' velocities (6), and the vector from the
/// tip to the target in m (3). Action: the motors' controls, clamped to [-1, 1]. Reward: the weighted distance in m by which the
/// step has brought the tip towards the target, and hit_reward for reaching it. Task and weights are Brax's. The arm has MuJoCo's
/// physics with torques at its joints, where Brax has springs. The observation is what the task needs: 21 numbers, where Brax has
/// 66.
struct ur5e {
    static constexpr std::size_t observation_size = 21, action_size = 6, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr std::size_t frame_skip = 8;
    static constexpr double dt = 0.02;
    static constexpr physics::robot const& robot = recorded::ur5e_robot;
    static constexpr physics::model const& model = recorded::ur5e_model;

    double progress_weight = 0.1, hit_reward = 1;
    double target_radius = 0.02;     ///< m: a smaller distance reaches the target
    double reset_noise_scale = 0.1;  ///< rad, of a start

    template <class R>
    struct state {
        vector<R, 6> qpos, qvel;        ///< of the joints, from the base on: rad, rad/s
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
        vector<R, 3> draw;              ///< the numbers from which the target's position is computed
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        constexpr double bent[] = {0, 0.4, 1.3, -0.2, 0, 0};
        auto start = at_rest<state<R>, R>();
        for (std::size_t i = 0; i < 6; ++i) {
            start.qpos[i] = R(bent[i]) + R(reset_noise_scale) * random.uniform(R(-1), R(1));
        }
        draw_target(start, random);
        return start;
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        vector<R, observation_size> observation;
        for (std::size_t i = 0; i < 6; ++i) {
            sincos(now.qpos[i], observation[6 + i], observation[i]);
            observation[12 + i] = now.qvel[i];
        }
        vec3<R> const to_target = target(now.draw) - tip(now.qpos);
        observation[18] = to_target.x, observation[19] = to_target.y, observation[20] = to_target.z;
        return observation;
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const text = [](auto* rows) { recorded::ur5e_substep(rows); };
        auto now = moved_robot<frame_skip, recorded::ur5e_model>(m, before, action, text);
        vec3<R> const goal = target(before.draw), to = tip(now.qpos), remaining = goal - to;
        mask_t<R> const hit = dot(remaining, remaining) < R(target_radius * target_radius);
        now.draw = draw_after(hit, before.draw);
        R const gain = progress(tip(before.qpos), to, goal);
        return {now, R(progress_weight) * gain + select(hit, R(hit_reward), R(0)), R(0) < R(0)};
    }

    /// Returns the position of the tool's end relative to the shoulder (m).
    template <real R>
    static vec3<R> tip(vector<R, 6> const& qpos) {
        physics::kinematics<R> const k = physics::forward_kinematics<R>(model, std::span<R const>(qpos.data, 6));
        return k.position[5] + k.orientation[5] * vec3<R>{R(0), R(0.0996), R(0)};
    }

    /// Returns the target's position relative to the shoulder (m): at a distance of 0.35 to 0.75 m, up to 60 degrees above the
    /// shoulder, in any direction.
    template <real R>
    static vec3<R> target(vector<R, 3> const& draw) {
        R const distance = R(0.35) + R(0.4) * draw[0], rise = R(0.5 * std::numbers::sqrt3) * draw[1];
        R const across = distance * sqrt(R(1) - rise * rise);
        return around_z(across, draw[2], distance * rise);
    }
};
static_assert(environment<ur5e>);

}  // namespace lockstep::envs
