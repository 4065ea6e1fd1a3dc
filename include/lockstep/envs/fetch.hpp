// SPDX-License-Identifier: MIT
// Fetch, after the environment of that name in Brax (Freeman et al. 2021): run to one target after another.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/target.hpp>
#include <lockstep/envs/recorded/fetch.hpp>
#include <lockstep/envs/recorded/robots/fetch.hpp>

namespace lockstep::envs {

/// A dog of 21 kg with ten joints, in steps of 0.02 s (four substeps) for 1000 steps. Episodes never terminate. The target is 1 m
/// above the ground, 2 to 17 m from where the episode began. When the torso comes within target_radius of the target, the target
/// moves. Observation: the torso's height and quaternion (5), the joints' angles (10), all velocities (16), and the vector from
/// the torso to the target in m along the torso's own axes (3). Action: the motors' controls, clamped to [-1, 1]. Reward: the
/// weighted distance in m by which the step has brought the torso towards the target; dt times the sum of the weighted
/// uprightness (cosine of the tilt) and the weighted height (m) of the torso; and, for reaching the target, hit_reward times the
/// cosine of the angle between the torso's x and the vector to the target. So it pays to arrive head first. Task and weights are
/// Brax's. The dog has MuJoCo's physics, where Brax has springs. The observation is what the task needs: 34 numbers, where Brax
/// has 101.
struct fetch {
    static constexpr std::size_t observation_size = 34, action_size = 10, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr std::size_t frame_skip = 4;
    static constexpr double dt = 0.02;
    static constexpr physics::robot const& robot = recorded::fetch_robot;
    static constexpr physics::model const& model = recorded::fetch_model;

    double progress_weight = 0.1, upright_weight = 0.1, height_weight = 0.1, hit_reward = 1;
    double target_radius = 2;        ///< m: a smaller distance reaches the target
    double reset_noise_scale = 0.1;  ///< rad, of a start

    template <class R>
    struct state {
        vector<R, 17> qpos;             ///< x, y, height (m) and quaternion of the torso; joints (rad)
        vector<R, 16> qvel;             ///< linear (m/s, world axes), angular (rad/s, own axes); joints (rad/s)
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
        vector<R, 2> draw;              ///< the numbers from which the target's position is computed
    };

    /// Returns the start of an episode. The dog stands. Each joint differs from this position by up to reset_noise_scale. The
    /// target is random.
    template <real R>
    state<R> reset(random<R>& random) const {
        constexpr double stand[] = {0, 0, 0.41, 1, 0, 0, 0, 0.5, -1, 0.5, -1, 0, 0, 0.5, -1, 0.5, -1};
        auto start = at_rest<state<R>, R>();
        for (std::size_t i = 0; i < 17; ++i) {
            start.qpos[i] = R(stand[i]);
            if (i >= 7) {
                start.qpos[i] = start.qpos[i] + R(reset_noise_scale) * random.uniform(R(-1), R(1));
            }
        }
        draw_target(start, random);
        return start;
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        vector<R, observation_size> observation;
        auto const to = std::copy(now.qpos.begin() + 2, now.qpos.end(), observation.begin());
        std::copy(now.qvel.begin(), now.qvel.end(), to);
        vec3<R> const to_target = transpose(orientation(now)) * (target(now.draw) - position(now));
        observation[31] = to_target.x, observation[32] = to_target.y, observation[33] = to_target.z;
        return observation;
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const text = [](auto* rows) { recorded::fetch_substep(rows); };
        auto now = moved_robot<frame_skip, recorded::fetch_model>(m, before, action, text);
        vec3<R> const goal = target(before.draw), remaining = goal - position(now);
        mat3<R> const turn = orientation(now);
        R const facing = dot(column(turn, 0), remaining) / length(remaining);
        mask_t<R> const hit = length(remaining) < R(target_radius);
        now.draw = draw_after(hit, before.draw);
        R const reward = R(progress_weight) * progress(position(before), position(now), goal) +
                         R(dt * upright_weight) * turn.z.z + R(dt * height_weight) * now.qpos[2] +
                         select(hit, R(hit_reward) * facing, R(0));
        return {now, reward, R(0) < R(0)};
    }

    template <real R>
    static vec3<R> target(vector<R, 2> const& draw) {
        R const distance = R(2) + R(15) * draw[0];
        return around_z(distance, draw[1], R(1));
    }

private:
    template <real R>
    static vec3<R> position(state<R> const& s) {
        return {s.qpos[0], s.qpos[1], s.qpos[2]};
    }
    template <real R>
    static mat3<R> orientation(state<R> const& s) {
        return rotation(quaternion<R>{s.qpos[3], s.qpos[4], s.qpos[5], s.qpos[6]});
    }
};
static_assert(environment<fetch>);

}  // namespace lockstep::envs
