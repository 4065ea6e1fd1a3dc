// SPDX-License-Identifier: MIT
// Grasp, after the environment of that name in Brax (Freeman et al. 2021): pick a ball up and carry it to one target after
// another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/target.hpp>
#include <lockstep/envs/recorded/grasp.hpp>
#include <lockstep/envs/recorded/robots/grasp.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>

namespace lockstep::envs {

/// A hand with four fingers of four joints each, in steps of 0.02 s (four substeps) for 1000 steps. Motors move the hand in x, y
/// and z. Episodes never terminate. At the start the ball of 0.27 kg is within 0.3 m of the middle in x and in y. The target is
/// 0.2 to 0.5 m from the middle and 0.3 to 0.8 m high. The target moves when the ball comes within target_radius of it.
/// Observation: the positions of the hand (3) and its joints (16), all velocities (25, those of the ball last), and the vectors
/// from the hand to the ball (3) and from the ball to the target (3) in m. Action: the motors' controls, clamped to [-1, 1].
/// Reward: the weighted distances by which the step has brought the hand towards the ball, and the ball towards the target; dt
/// times near_weight / (1 + horizontal distance of hand and ball); dt times touch_weight for each finger whose outermost link is
/// within 5 mm of the ball; and hit_reward for reaching the target. Lengths in the reward are in units of 0.1 m. Task and weights
/// are Brax's, for a hand a tenth as large. Forces push the hand, where Brax moves it directly. The observation is what the task
/// needs: 50 numbers, where Brax has 132.
struct grasp {
    static constexpr std::size_t observation_size = 50, action_size = 19, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr std::size_t frame_skip = 4;
    static constexpr double dt = 0.02;
    static constexpr physics::robot const& robot = recorded::grasp_robot;
    static constexpr physics::model const& model = recorded::grasp_model;

    double approach_weight = 0.1, near_weight = 0.1, touch_weight = 0.2, carry_weight = 1.5, hit_reward = 5;
    double target_radius = 0.11;     ///< m: a smaller distance reaches the target
    double reset_noise_scale = 0.1;  ///< rad, of a start

    template <class R>
    struct state {
        vector<R, 26> qpos;             ///< hand (m); joints, finger by finger (rad); x, y, z (m) and quaternion of the ball
        vector<R, 25> qvel;             ///< likewise: m/s and rad/s; of the ball linear in world axes, angular in its own
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
        vector<R, 3> draw;              ///< the numbers from which the target's position is computed
    };

    /// Returns the start of an episode. The hand is open. Each finger joint differs from this position by up to
    /// reset_noise_scale. The positions of ball and target are random.
    template <real R>
    state<R> reset(random<R>& random) const {
        auto start = at_rest<state<R>, R>();
        for (std::size_t i = 0; i < 26; ++i) {
            start.qpos[i] = R(model.initial_qpos[i]);
        }
        for (std::size_t finger = 3; finger < 19; finger += 4) {
            constexpr double open[] = {0, -0.5, 0.1, 0.1};
            for (std::size_t i = 0; i < 4; ++i) {
                start.qpos[finger + i] = R(open[i]) + R(reset_noise_scale) * random.uniform(R(-1), R(1));
            }
        }
        start.qpos[19] = random.uniform(R(-0.3), R(0.3));
        start.qpos[20] = random.uniform(R(-0.3), R(0.3));
        draw_target(start, random);
        return start;
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        vector<R, observation_size> observation;
        auto to = std::copy_n(now.qpos.begin(), 19, observation.begin());
        to = std::copy(now.qvel.begin(), now.qvel.end(), to);
        for (vec3<R> const& offset : {ball(now) - hand(now), target(now.draw) - ball(now)}) {
            *to++ = offset.x, *to++ = offset.y, *to++ = offset.z;
        }
        return observation;
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const text = [](auto* rows) { recorded::grasp_substep(rows); };
        auto now = moved_robot<frame_skip, recorded::grasp_model>(m, before, action, text);
        vec3<R> const goal = target(before.draw), away = ball(now) - hand(now);
        mask_t<R> const hit = length(goal - ball(now)) < R(target_radius);
        R const reward = R(approach_weight) * progress(hand(before), hand(now), ball(before), 10) +
                         R(carry_weight) * progress(ball(before), ball(now), goal, 10) +
                         R(dt * near_weight) / (R(1) + R(10) * length(vec3<R>{away.x, away.y, R(0)})) +
                         R(dt * touch_weight) * touching_fingers(now) + select(hit, R(hit_reward), R(0));
        now.draw = draw_after(hit, before.draw);
        return {now, reward, R(0) < R(0)};
    }

    template <real R>
    static vec3<R> target(vector<R, 3> const& draw) {
        return around_z(R(0.2) + R(0.3) * draw[0], draw[1], R(0.3) + R(0.5) * draw[2]);
    }

    /// Returns the number of fingers whose outermost link is within 5 mm of the ball.
    template <real R>
    static R touching_fingers(state<R> const& now) {
        constexpr double link = 0.05, reach = 0.012 + 0.06 + 0.005;
        physics::kinematics<R> const k = physics::forward_kinematics<R>(model, std::span<R const>(now.qpos.data, 26));
        vec3<R> const to_ball = ball(now) - hand(now);
        R count(0);
        for (std::size_t outer : {3, 6, 9, 12}) {
            vec3<R> const along = column(k.orientation[outer], 2), from_joint = to_ball - k.position[outer];
            vec3<R> const away = from_joint + clamp(-dot(from_joint, along), R(0), R(link)) * along;
            count = count + select(dot(away, away) < R(reach * reach), R(1), R(0));
        }
        return count;
    }

private:
    template <real R>
    static vec3<R> hand(state<R> const& s) {
        return {s.qpos[0], s.qpos[1], s.qpos[2]};
    }
    template <real R>
    static vec3<R> ball(state<R> const& s) {
        return {s.qpos[19], s.qpos[20], s.qpos[21]};
    }
};
static_assert(environment<grasp>);

}  // namespace lockstep::envs
