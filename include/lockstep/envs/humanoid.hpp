// SPDX-License-Identifier: MIT
// Humanoid-v5 of Gymnasium: make a humanoid walk forward.
#pragma once

#include <cstddef>
#include <limits>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/humanoid_body.hpp>
#include <lockstep/envs/recorded/humanoid.hpp>
#include <lockstep/envs/recorded/robots/humanoid.hpp>

namespace lockstep::envs {

struct standing_humanoid {
    static constexpr physics::model const& model = recorded::humanoid_model;
    static constexpr auto substep = [](auto* rows) { recorded::humanoid_substep(rows); };
    static constexpr auto centroidal = [](auto* rows) { recorded::humanoid_centroidal(rows); };
};

/// A humanoid of 13 bodies and 17 motors, 42 kg, in steps of 0.015 s (five substeps, or FrameSkip) for at most 1000 steps. If
/// terminate_when_unhealthy is true, an episode terminates when the torso leaves the healthy heights. Observation: qpos without x
/// and y of the torso, or with them if View.position (22 or 24); qvel (23); then what View chooses. By default the observation
/// has 348 numbers. Action: the motors' controls in MuJoCo's order (abdomen y, z, x; right hip x, z, y, knee; left; right
/// shoulder, elbow; left). The motors clamp the controls to [-0.4, 0.4]. The reward uses them unclamped. Reward: the weighted
/// forward speed of the centre of mass in m/s, plus healthy_reward while healthy, less the weighted |action|^2 and the cost of
/// contacts. The cost of contacts is the weighted sum of squares of the contact forces and torques. This cost is clipped to
/// contact_cost_range. As in Gymnasium, speed and other derived quantities are those of the last evaluation of the dynamics: the
/// fourth stage of the Runge-Kutta method, which is close to the state after the step.
template <humanoid_view View, std::size_t FrameSkip = 5>
struct basic_humanoid {
    using body = humanoid_body<standing_humanoid, View>;
    static constexpr std::size_t observation_size = View.observation_size(), action_size = 17, episode_limit = 1000;
    static constexpr double action_low = -0.4, action_high = 0.4;
    static constexpr physics::robot const& robot = recorded::humanoid_robot;
    static constexpr physics::model const& model = recorded::humanoid_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double forward_reward_weight = 1.25, ctrl_cost_weight = 0.1, contact_cost_weight = 5e-7;
    vector<double, 2> contact_cost_range = {-std::numeric_limits<double>::infinity(), 10};  ///< the cost is clipped to this range
    double healthy_reward = 5;
    bool terminate_when_unhealthy = true;
    vector<double, 2> healthy_z_range = {1, 2};  ///< bounds excluded; m
    double reset_noise_scale = 1e-2;             ///< the largest noise of a start: m and rad, m/s and rad/s

    template <class R>
    using state = humanoid_state<standing_humanoid, View, R>;

    template <real R>
    state<R> reset(random<R>& random) const {
        return body::start(random, reset_noise_scale);
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        return body::observe(now);
    }

    /// Returns the contacts' torque (N m) about the robot's centre of mass and force (N) on each body, at the last evaluation:
    /// [13][6].
    template <class R>
        requires(View.contact_forces)
    vector<R, 78> contact_forces(state<R> const& now) const {
        return body::contact_forces(now);
    }

    template <real R, class Model = physics::model>
    transition<state<R>, R> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        transition<state<R>, R> next;
        state<R>& now = next.state;
        R const squared_forces = body::template move<frame_skip>(m, before, action, now);
        mask_t<R> const healthy = within(healthy_z_range, now.qpos[2]);
        R const contact_cost = clamp(R(contact_cost_weight) * squared_forces, R(contact_cost_range[0]), R(contact_cost_range[1]));
        next.reward = R(forward_reward_weight / dt) * (now.derived[0] - before.derived[0]) +
                      select(healthy, R(healthy_reward), R(0)) -
                      (R(ctrl_cost_weight) * dot(action, action) + contact_cost);
        next.terminated = terminate_when_unhealthy ? !healthy : R(0) < R(0);
        return next;
    }
};

using humanoid = basic_humanoid<humanoid_view{}>;
static_assert(environment<humanoid>);
static_assert(environment<basic_humanoid<humanoid_view{true, false, false, false, false}>>);

}  // namespace lockstep::envs
