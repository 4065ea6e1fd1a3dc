// SPDX-License-Identifier: MIT
// Ant-v5 of Gymnasium: make a four-legged robot run forward.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/evaluated.hpp>
#include <lockstep/envs/gradient/substep.hpp>
#include <lockstep/envs/recorded/ant.hpp>
#include <lockstep/envs/recorded/robots/ant.hpp>

namespace lockstep::envs {

namespace recorded {
struct ant_gradient;  // envs/gradient/ant.hpp
}

/// The recorded substep of the robot, with contact forces.
struct ant_text {
    template <class R, std::size_t Count>
    using with_backward_pass =
        gradient_of_stages<recorded::ant_model, physics::contact_force_size(recorded::ant_model), recorded::ant_gradient, R, Count>;

    template <class V>
    LOCKSTEP_INLINE void operator()(V* rows) const {
        recorded::ant_substep(rows);
    }
};

/// What the ant's observation has besides its joints.
struct ant_view {
    bool position = false;       ///< x and y of the torso
    bool contact_forces = true;  ///< torque (N m) and force (N) of contacts on each of the 13 bodies
};

/// A ball on four legs of two joints, 0.9 kg in all, in steps of 0.05 s (five substeps, or FrameSkip) for at most 1000 steps. If
/// terminate_when_unhealthy is true, an episode terminates when the torso leaves the healthy heights, or when a position or
/// velocity is not finite. Observation: qpos without x and y of the torso, or with them if View.position (13 or 15); qvel (14);
/// the contact forces, clipped to contact_force_range, if View.contact_forces (78). Action: the motors' controls, right back leg
/// first (hip_4, ankle_4, hip_1, ankle_1, ...). The motors clamp the controls to [-1, 1]. The reward uses them unclamped. Reward:
/// the weighted forward speed of MainBody in m/s (1 is the torso, 2 to 13 are the bodies of the legs in MuJoCo's order), plus
/// healthy_reward while healthy, less the weighted |action|^2 and the weighted sum of squares of the clipped contact forces. As
/// in Gymnasium, speed and contact forces are those of the last evaluation of the dynamics: the fourth stage of the Runge-Kutta
/// method, which is close to the state after the step.
template <ant_view View, std::size_t FrameSkip = 5, std::size_t MainBody = 1>
struct basic_ant {
    static constexpr std::size_t observation_size = 27 + (View.position ? 2 : 0) + (View.contact_forces ? 78 : 0);
    static constexpr std::size_t action_size = 8, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr physics::robot const& robot = recorded::ant_robot;
    static constexpr physics::model const& model = recorded::ant_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double forward_reward_weight = 1, ctrl_cost_weight = 0.5, contact_cost_weight = 5e-4, healthy_reward = 1;
    bool terminate_when_unhealthy = true;
    vector<double, 2> healthy_z_range = {0.2, 1};     ///< bounds included; m
    vector<double, 2> contact_force_range = {-1, 1};  ///< contact forces (N) and torques (N m) are clipped to it
    /// The largest noise of a start's positions (m and rad), and the standard deviation of its velocities (m/s and rad/s).
    double reset_noise_scale = 0.1;

    template <class R>
    struct state {
        vector<R, 15> qpos;             ///< x, y, height (m) and quaternion of the torso; hip and ankle (rad) of legs 1 to 4
        vector<R, 14> qvel;             ///< linear (m/s, world axes), angular (rad/s, own axes); hips and ankles (rad/s)
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
        /// What is derived from the last evaluation: x of MainBody (m), and the contact forces if they are observed.
        vector<R, View.contact_forces ? 79 : 1> derived;
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        auto start = noisy_start<state<R>>(model, random, reset_noise_scale, velocity_noise::normal);
        for (R& number : start.derived) {
            number = R(0);
        }
        start.derived[0] = place(model, start.qpos);
        return start;
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        vector<R, observation_size> observation;
        auto to = std::copy(now.qpos.begin() + (View.position ? 0 : 2), now.qpos.end(), observation.begin());
        to = std::copy(now.qvel.begin(), now.qvel.end(), to);
        std::transform(now.derived.begin() + 1, now.derived.end(), to, [this](R const& force) { return clipped(force); });
        return observation;
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const [moved, forces, unread] = evaluate_forces<frame_skip, recorded::ant_model>(m, before, action, ant_text{});
        state<R> now{moved.qpos, moved.qvel, moved.active, {}};
        now.derived[0] = place(m, moved.last_qpos);
        if constexpr (View.contact_forces) {
            std::copy(forces.begin(), forces.end(), now.derived.begin() + 1);
        }
        R contact_cost(0);
        for (R const& force : forces) {
            contact_cost = contact_cost + clipped(force) * clipped(force);
        }
        mask_t<R> const healthy = is_healthy(now);
        R const reward = R(forward_reward_weight / dt) * (now.derived[0] - before.derived[0]) +
                         select(healthy, R(healthy_reward), R(0)) -
                         (R(ctrl_cost_weight) * dot(action, action) + R(contact_cost_weight) * contact_cost);
        return {now, reward, terminate_when_unhealthy ? !healthy : R(0) < R(0)};
    }

    /// Returns the contacts' torque (N m) about the robot's centre of mass and force (N) on each body, at the last evaluation:
    /// [13][6].
    template <class R>
        requires(View.contact_forces)
    vector<R, 78> contact_forces(state<R> const& now) const {
        vector<R, 78> forces;
        std::copy(now.derived.begin() + 1, now.derived.end(), forces.begin());
        return forces;
    }

private:
    /// Returns the position of MainBody along x (m).
    template <real R, class Model>
    static R place(Model const& m, vector<R, 15> const& qpos) {
        if constexpr (constexpr std::size_t body = model.robot_bodies[MainBody - 1].body; body == 0) {
            return qpos[0];
        } else {
            auto const pose = physics::forward_kinematics<R>(m, std::span<R const>(qpos.begin(), qpos.size()));
            return pose.origin[body].x + pose.position[body].x;
        }
    }

    template <real R>
    R clipped(R const& force) const {
        return clamp(force, R(contact_force_range[0]), R(contact_force_range[1]));
    }

    template <real R>
    mask_t<R> is_healthy(state<R> const& now) const {
        mask_t<R> result = R(healthy_z_range[0]) <= now.qpos[2] && now.qpos[2] <= R(healthy_z_range[1]);
        for (R const& position : now.qpos) {
            result = result && is_finite(position);
        }
        for (R const& velocity : now.qvel) {
            result = result && is_finite(velocity);
        }
        return result;
    }
};

using ant = basic_ant<ant_view{}>;
static_assert(environment<ant>);
static_assert(environment<basic_ant<ant_view{.position = true, .contact_forces = false}>>);

}  // namespace lockstep::envs
