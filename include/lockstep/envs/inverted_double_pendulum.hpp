// SPDX-License-Identifier: MIT
// InvertedDoublePendulum-v5 of Gymnasium: keep a pole of two links on a cart upright.
#pragma once

#include <cstddef>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/evaluated.hpp>
#include <lockstep/envs/recorded/inverted_double_pendulum.hpp>
#include <lockstep/envs/recorded/robots/inverted_double_pendulum.hpp>
#include <lockstep/physics/constraint/limit.hpp>

namespace lockstep::envs {

/// Two links of 0.6 m on a cart on a rail of 2 m, in steps of 0.05 s (five substeps, or FrameSkip) for at most 1000 steps. An
/// episode terminates when the tip is not above 1 m. Observation: the position of the cart; the sines, then the cosines of the
/// angles of both hinges; the three velocities and the force of the rail's ends on the cart, each clipped to +-10. Action: the
/// motor's control, 500 N per unit, clamped to [-1, 1]. Reward: healthy_reward if the step does not terminate; less (z - 2)^2 +
/// 0.01 x^2, where x and z (m) are the tip's position; less 0.001 and 0.005 times the squared speeds of the lower and the upper
/// hinge. As in Gymnasium, the tip and the force are those of the last evaluation of the dynamics: the fourth stage of the
/// Runge-Kutta method, which is close to the state after the step.
template <std::size_t FrameSkip>
struct basic_inverted_double_pendulum {
    static constexpr std::size_t observation_size = 9, action_size = 1, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr physics::robot const& robot = recorded::inverted_double_pendulum_robot;
    static constexpr physics::model const& model = recorded::inverted_double_pendulum_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double healthy_reward = 10;
    /// The largest noise of a start's positions (m and rad), and the standard deviation of its velocities (m/s and rad/s).
    double reset_noise_scale = 0.1;

    template <class R>
    struct state {
        vector<R, 3> qpos;  ///< cart in m, lower link in rad from upright, upper link from the lower one
        vector<R, 3> qvel;  ///< likewise: m/s, rad/s
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
        R rail_force;                   ///< N, of the rail's ends on the cart; 0 after a reset, far from the ends
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        auto start = noisy_start<state<R>>(model, random, reset_noise_scale, velocity_noise::normal);
        start.rail_force = R(0);
        return start;
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        auto const clipped = [](R const& x) { return clamp(x, R(-10), R(10)); };
        R lower_sine, lower_cosine, upper_sine, upper_cosine;
        sincos(now.qpos[1], lower_sine, lower_cosine);
        sincos(now.qpos[2], upper_sine, upper_cosine);
        return {now.qpos[0],          lower_sine,           upper_sine,           lower_cosine,           upper_cosine,
                clipped(now.qvel[0]), clipped(now.qvel[1]), clipped(now.qvel[2]), clipped(now.rail_force)};
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        auto const text = [](auto* rows) { recorded::inverted_double_pendulum_substep(rows); };
        auto const moved = evaluate<frame_skip, recorded::inverted_double_pendulum_model>(m, before, action, text);
        vector<R, 3> const &last = moved.last_qpos, &speed = moved.qvel;
        R lower_sine, lower_cosine, whole_sine, whole_cosine;
        sincos(last[1], lower_sine, lower_cosine);
        sincos(last[1] + last[2], whole_sine, whole_cosine);
        R const x = last[0] + R(0.6) * (lower_sine + whole_sine), z = R(0.6) * (lower_cosine + whole_cosine);

        mask_t<R> const fallen = z <= R(1);
        R const distance_penalty = R(0.01) * x * x + (z - R(2)) * (z - R(2));
        R const velocity_penalty = R(1e-3) * speed[1] * speed[1] + R(5e-3) * speed[2] * speed[2];
        R const reward = select(fallen, R(0), R(healthy_reward)) - distance_penalty - velocity_penalty;
        return {{moved.qpos, moved.qvel, moved.active, rail_force(m, moved)}, reward, fallen};
    }

private:
    template <real R, class Model>
    static R rail_force(Model const& m, evaluated<recorded::inverted_double_pendulum_model, R> const& moved) {
        physics::model::dof const& slider = m.dofs[0];
        return physics::limit_force(physics::find_limit(m, slider, moved.last_qpos[0], moved.last_qvel[0]), moved.last_qacc[0]);
    }
};
using inverted_double_pendulum = basic_inverted_double_pendulum<5>;
static_assert(environment<inverted_double_pendulum>);

}  // namespace lockstep::envs
