// SPDX-License-Identifier: MIT
// What Humanoid-v5 and HumanoidStandup-v5 of Gymnasium have in common: their state, observation and movement.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/family/evaluated.hpp>
#include <lockstep/envs/family/robot.hpp>
#include <lockstep/physics/dynamics/centroidal.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::envs {

/// What a humanoid's observation has besides its joints, in this order. Bodies are in MuJoCo's order, the torso first.
struct humanoid_view {
    bool position = false;       ///< x and y of the torso
    bool inertias = true;        ///< of the 13 bodies about the robot's centre of mass, 10 numbers each (cinert)
    bool velocities = true;      ///< of the 13 bodies at that centre: rad/s, then m/s (cvel)
    bool motor_forces = true;    ///< of the 17 hinges (N m), in the order of qvel (qfrc_actuator)
    bool contact_forces = true;  ///< torque (N m) and force (N) on each of the 13 bodies (cfrc_ext)

    constexpr std::size_t derived_size() const {
        return (inertias ? 130 : 0) + (velocities ? 78 : 0) + (motor_forces ? 17 : 0) + (contact_forces ? 78 : 0);
    }
    constexpr std::size_t observation_size() const { return 45 + (position ? 2 : 0) + derived_size(); }
};

/// The state of a humanoid. Robot is a type with the model and the recorded programs substep (with contact forces) and centroidal
/// (see run in envs/family/robot.hpp).
template <class Robot, humanoid_view View, class R>
struct humanoid_state {
    vector<R, 24> qpos;                    ///< x, y, height (m) and quaternion of the torso; the 17 hinges (rad)
    vector<R, 23> qvel;                    ///< linear (m/s, world axes), angular (rad/s, own axes); the hinges (rad/s)
    vector<R, Robot::model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
    /// What is derived from the last evaluation of the dynamics: x of the centre of mass (m), then the quantities that View
    /// chooses, in the order of its members.
    vector<R, 1 + View.derived_size()> derived;
};

template <class Robot, humanoid_view View>
struct humanoid_body {
    static constexpr std::size_t motors = 17;

    template <class R>
    using state = humanoid_state<Robot, View, R>;

    /// Returns the start of an episode: each position and velocity differs from the robot's initial one by up to `noise`, in its
    /// unit.
    template <real R>
    static state<R> start(random<R>& random, double noise) {
        auto result = noisy_start<state<R>>(Robot::model, random, noise, velocity_noise::uniform);
        begin(result);
        return result;
    }

    /// Sets at.derived for the start of an episode, from at.qpos and at.qvel. The forces of motors and contacts are zero.
    template <real R>
    static void begin(state<R>& at) {
        vector<R, motors> motor_forces;
        vector<R, 78> contact_forces;
        std::fill(motor_forces.begin(), motor_forces.end(), R(0));
        std::fill(contact_forces.begin(), contact_forces.end(), R(0));
        derive(Robot::model, at, at.qpos, at.qvel, motor_forces, contact_forces);
    }

    template <real R>
    static vector<R, View.observation_size()> observe(state<R> const& now) {
        vector<R, View.observation_size()> observation;
        auto const shown = joints<View.observation_size() - View.derived_size()>(now);
        std::copy(now.derived.begin() + 1, now.derived.end(), std::copy(shown.begin(), shown.end(), observation.begin()));
        return observation;
    }

    /// Returns the contact forces (cfrc_ext), which are the last of the derived quantities: [13][6]. View.contact_forces must be
    /// true.
    template <class R>
    static vector<R, 78> contact_forces(state<R> const& now) {
        vector<R, 78> forces;
        std::copy(now.derived.end() - 78, now.derived.end(), forces.begin());
        return forces;
    }

    /// Sets `now` to the state after Substeps substeps from `before` with the controls `action`. `m` is the model, or a varied
    /// model of it. Returns the sum of squares of all contact forces and torques.
    template <std::size_t Substeps, real R, class Model>
    static R move(Model const& m, state<R> const& before, vector<R, motors> const& action, state<R>& now) {
        auto const [moved, forces, unread] = evaluate_forces<Substeps, Robot::model>(m, before, action, Robot::substep);
        vector<R, motors> motor_forces;
        for (std::size_t u = 0; u < motors; ++u) {
            physics::model::motor const& motor = m.motors[u];
            motor_forces[motor.dof - 6] =
                R(of_gear(m, motor, motor.gear)) * of_gain(m, motor, clamp(action[u], R(motor.low), R(motor.high)));
        }
        now.qpos = moved.qpos, now.qvel = moved.qvel, now.active = moved.active;
        derive(m, now, moved.last_qpos, moved.last_qvel, motor_forces, forces);
        return dot(forces, forces);
    }

private:
    template <real R, class Model>
    static void derive(Model const& m, state<R>& of, vector<R, 24> const& qpos, vector<R, 23> const& qvel,
                       vector<R, motors> const& motor_forces, vector<R, 78> const& contact_forces) {
        struct {
            vector<R, 24> qpos;
            vector<R, 23> qvel;
            vector<R, 3> center;
            vector<R, 130> inertias;
            vector<R, 78> velocities;
        } about;
        about.qpos = qpos, about.qvel = qvel;
        run<R, Model>(numbers_of<R>(about), Robot::centroidal,
                      [&](auto numbers) { physics::centroidal<typename decltype(numbers)::value_type>(m, numbers); });
        of.derived[0] = qpos[0] + about.center[0];
        R* to = of.derived.begin() + 1;
        auto const show = [&to](bool wanted, auto const& numbers) {
            to = wanted ? std::copy(numbers.begin(), numbers.end(), to) : to;
        };
        show(View.inertias, about.inertias);
        show(View.velocities, about.velocities);
        show(View.motor_forces, motor_forces);
        show(View.contact_forces, contact_forces);
    }
};

}  // namespace lockstep::envs
