// SPDX-License-Identifier: MIT
// Two arms whose fingertips shall meet at a target that only one of them knows: an environment with two agents.
#pragma once

#include <cstddef>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/concept/agents.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/target.hpp>
#include <lockstep/envs/recorded/reachers.hpp>
#include <lockstep/envs/recorded/robots/reachers.hpp>

namespace lockstep::envs {

/// Two arms of Reacher, 0.24 m apart at a table, in steps of 0.02 s (two substeps) for 50 steps. Episodes never terminate. Each
/// episode has a target within 0.08 m of the table's middle, and one arm, drawn at random, that knows it. The other arm can infer
/// the target's position only from its partner's movement.
/// Agents: the left arm, then the right one. Each agent sees and acts in axes of its own: the origin is its shoulder, x points
/// along the arm as it is at the start without noise, and the partner's shoulder is at (0, -0.24) m. So one policy fits both
/// agents. Observation of an agent: the cosines, then the sines of its joints' angles (4), their velocities (2); the vector from
/// its fingertip to the partner's fingertip in m, and the velocity of the partner's fingertip in m/s (2 each; zeros if
/// sees_partner is false); the vector from its fingertip to the target in m if it knows the target, else zeros (2); and 1 if it
/// knows the target, else 0. Privileged observation of an agent: the vector to the target, whether the agent knows the target or
/// not (2), and the partner's joints: cosines, sines and velocities (6). Action of an agent: the controls of its two motors,
/// clamped to [-1, 1]. Reward of both: minus the weighted sum of both fingertips' distances from the target in m, less the
/// weighted |action|^2 of both.
struct reachers {
    static constexpr std::size_t agent_count = 2;
    static constexpr std::size_t observation_size = 2 * 13, privileged_observation_size = 2 * 8, action_size = 2 * 2,
                                 episode_limit = 50;
    static constexpr double action_low = -1, action_high = 1;
    /// With this discount, trainings with two seeds returned -3.66 and -3.67 after 0.5 million steps. With 0.99 they returned
    /// -3.78 and -3.92.
    static constexpr double discount = 0.95;
    static constexpr std::size_t frame_skip = 2;
    static constexpr double dt = 0.02;
    static constexpr physics::robot const& robot = recorded::reachers_robot;
    static constexpr physics::model const& model = recorded::reachers_model;

    double distance_weight = 1, control_weight = 0.1;
    double reset_noise_scale = 0.3;  ///< rad, of a start
    double target_radius = 0.01;  ///< m, for pictures only: the reward does not depend on it
    bool sees_partner = true;     ///< whether an agent observes its partner's fingertip

    template <class R>
    struct state {
        vector<R, 4> qpos;              ///< angles of shoulder and elbow, of the left arm, then of the right one: rad
        vector<R, 4> qvel;              ///< likewise, rad/s
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
        vector<R, 3> draw;              ///< two for the target's position; the left arm knows it if the third is below 0.5
    };

    /// Returns the start of an episode. The arms stand side by side and point to opposite sides. Each joint differs from this
    /// position by up to reset_noise_scale.
    template <real R>
    state<R> reset(random<R>& random) const {
        auto start = at_rest<state<R>, R>();
        for (R& angle : start.qpos) {
            angle = R(reset_noise_scale) * random.uniform(R(-1), R(1));
        }
        draw_target(start, random);
        return start;
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        arm<R> const arms[] = {arm_of(now, 0), arm_of(now, 1)};
        vector<R, observation_size> all;
        for (std::size_t agent = 0; agent < agent_count; ++agent) {
            auto const &own = arms[agent], &partner = arms[1 - agent];
            vector<R, 2> const to_partner = R(sees_partner ? 1 : 0) * (shoulder_of_partner<R>() - partner.tip - own.tip);
            vector<R, 2> const speed = R(sees_partner ? -1 : 0) * partner.tip_speed;
            R const knows = knows_target(now, agent);
            vector<R, 2> const to_target = knows * (target_of(now, agent) - own.tip);
            set_part(all, agent,
                     vector<R, 13>{own.cosine[0], own.cosine[1], own.sine[0], own.sine[1], now.qvel[2 * agent],
                                   now.qvel[2 * agent + 1], to_partner[0], to_partner[1], speed[0], speed[1], to_target[0],
                                   to_target[1], knows});
        }
        return all;
    }

    template <real R>
    vector<R, privileged_observation_size> observe_privileged(state<R> const& now) const {
        arm<R> const arms[] = {arm_of(now, 0), arm_of(now, 1)};
        vector<R, privileged_observation_size> all;
        for (std::size_t agent = 0; agent < agent_count; ++agent) {
            auto const& partner = arms[1 - agent];
            vector<R, 2> const to_target = target_of(now, agent) - arms[agent].tip;
            set_part(all, agent,
                     vector<R, 8>{to_target[0], to_target[1], partner.cosine[0], partner.cosine[1], partner.sine[0],
                                  partner.sine[1], now.qvel[2 - 2 * agent], now.qvel[3 - 2 * agent]});
        }
        return all;
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const text = [](auto* rows) { recorded::reachers_substep(rows); };
        auto const now = moved_robot<frame_skip, recorded::reachers_model>(m, before, action, text);
        R distances(0);
        for (std::size_t agent = 0; agent < agent_count; ++agent) {
            vector<R, 2> const away = target_of(now, agent) - arm_of(now, agent).tip;
            distances = distances + sqrt(dot(away, away));
        }
        return {now, -(R(distance_weight) * distances + R(control_weight) * dot(action, action)), R(0) < R(0)};
    }

    /// Returns the target's position (m). Its height is between those of the arms.
    template <real R>
    static vec3<R> target(vector<R, 3> const& draw) {
        return around_z(R(0.08) * sqrt(draw[0]), draw[1], R(0.02));
    }

private:
    /// An arm in its own axes.
    template <real R>
    struct arm {
        vector<R, 2> cosine, sine;    ///< of shoulder and elbow
        vector<R, 2> tip, tip_speed;  ///< m, m/s
    };
    template <real R>
    static arm<R> arm_of(state<R> const& s, std::size_t agent) {
        R const shoulder = s.qpos[2 * agent], elbow = s.qpos[2 * agent + 1];
        R const turning = s.qvel[2 * agent], fore_turning = turning + s.qvel[2 * agent + 1];
        arm<R> a;
        sincos(shoulder, a.sine[0], a.cosine[0]);
        sincos(elbow, a.sine[1], a.cosine[1]);
        R fore_sine, fore_cosine;
        sincos(shoulder + elbow, fore_sine, fore_cosine);
        vector<R, 2> const upper{R(0.1) * a.cosine[0], R(0.1) * a.sine[0]}, fore{R(0.11) * fore_cosine, R(0.11) * fore_sine};
        a.tip = upper + fore;
        a.tip_speed = {-(turning * upper[1] + fore_turning * fore[1]), turning * upper[0] + fore_turning * fore[0]};
        return a;
    }

    // Seen in the axes of either arm, the axes of the other arm are turned by 180 degrees.
    template <real R>
    static vector<R, 2> shoulder_of_partner() {
        return {R(0), R(-0.24)};
    }
    template <real R>
    static vector<R, 2> target_of(state<R> const& s, std::size_t agent) {
        vec3<R> const place = target(s.draw);
        R const side(agent == 0 ? 1 : -1);
        return {side * place.y, -(side * place.x) - R(0.12)};
    }
    /// Returns 1 if the agent knows the target, else 0.
    template <real R>
    static R knows_target(state<R> const& s, std::size_t agent) {
        return select(s.draw[2] < R(0.5), R(agent == 0 ? 1 : 0), R(agent == 0 ? 0 : 1));
    }
};
static_assert(environment<reachers> && check_privileged<reachers>());

}  // namespace lockstep::envs
