// SPDX-License-Identifier: MIT
// An environment in which a robot moves: what is said of the robot holds for every such environment.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include <lockstep/core/spatial.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep {

/// E models physical_environment if it is an environment that names its robot and the compiled model of it, says how long a
/// step lasts (dt, in seconds), and has the model's positions in its state, as qpos. For example `envs::half_cheetah`.
template <class E>
concept physical_environment = environment<E> && requires(state_t<E, double> const& state) {
    { E::robot } -> std::convertible_to<physics::robot const&>;
    { E::model } -> std::convertible_to<physics::model const&>;
    { E::dt } -> std::convertible_to<double>;
    { state.qpos.size() } -> std::convertible_to<std::size_t>;
    { state.qpos[0] } -> std::convertible_to<double>;
};

/// The robot is asked to reach a place, which follows from the state's `draw`, by target_radius (m). For example `envs::fetch`.
/// (Targets that are bodies of the robot, as those of `envs::reacher`, are drawn as such.)
template <class E>
concept has_target = physical_environment<E> && requires(E const& env, state_t<E, double> const& state) {
    { env.target(state.draw) } -> std::same_as<vec3<double>>;
    { env.target_radius } -> std::convertible_to<double>;
};

/// The state holds torque and force of the contacts on each part of the model, about the robot's centre of mass in world axes.
/// For example `envs::ant`.
template <class E>
concept has_contact_forces = physical_environment<E> && requires(E const& env, state_t<E, double> const& state) {
    { env.contact_forces(state).size() } -> std::convertible_to<std::size_t>;
    { env.contact_forces(state)[0] } -> std::convertible_to<double>;
};

}  // namespace lockstep
