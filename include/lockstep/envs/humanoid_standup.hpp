// SPDX-License-Identifier: MIT
// HumanoidStandup-v5 of Gymnasium: make a lying humanoid stand up.
#pragma once

#include <cstddef>
#include <limits>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/humanoid_body.hpp>
#include <lockstep/envs/recorded/humanoid_standup.hpp>
#include <lockstep/envs/recorded/robots/humanoid_standup.hpp>

namespace lockstep::envs {

struct lying_humanoid {
    static constexpr physics::model const& model = recorded::humanoid_standup_model;
    static constexpr auto substep = [](auto* rows) { recorded::humanoid_standup_substep(rows); };
    static constexpr auto centroidal = [](auto* rows) { recorded::humanoid_standup_centroidal(rows); };
};

/// The robot of humanoid.hpp on its back, in steps of 0.015 s (five substeps, or FrameSkip) for 1000 steps. Episodes never
/// terminate. Observation and action are those of Humanoid. Reward: 1, plus the weighted height of the torso in m divided by the
/// time of a substep (0.003 s), less the weighted |action|^2 and the cost of impacts. The cost of impacts is the weighted sum of
/// squares of the contact forces and torques. This cost is clipped to impact_cost_range. (Gymnasium 1.4 accepts uph_cost_weight,
/// but computes the reward with a weight of 1.)
template <humanoid_view View, std::size_t FrameSkip = 5>
struct basic_humanoid_standup {
    using body = humanoid_body<lying_humanoid, View>;
    static constexpr std::size_t observation_size = View.observation_size(), action_size = 17, episode_limit = 1000;
    static constexpr double action_low = -0.4, action_high = 0.4;
    static constexpr physics::robot const& robot = recorded::humanoid_standup_robot;
    static constexpr physics::model const& model = recorded::humanoid_standup_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double uph_cost_weight = 1, ctrl_cost_weight = 0.1, impact_cost_weight = 5e-7;
    vector<double, 2> impact_cost_range = {-std::numeric_limits<double>::infinity(), 10};  ///< the cost is clipped to this range
    double reset_noise_scale = 1e-2;  ///< the largest noise of a start: m and rad, m/s and rad/s

    template <class R>
    using state = humanoid_state<lying_humanoid, View, R>;

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
        R const impact_cost = clamp(R(impact_cost_weight) * squared_forces, R(impact_cost_range[0]), R(impact_cost_range[1]));
        next.reward =
            R(uph_cost_weight / model.timestep) * now.qpos[2] - (R(ctrl_cost_weight) * dot(action, action) + impact_cost) + R(1);
        next.terminated = R(0) < R(0);
        return next;
    }
};

using humanoid_standup = basic_humanoid_standup<humanoid_view{}>;
static_assert(environment<humanoid_standup>);

}  // namespace lockstep::envs
