// SPDX-License-Identifier: MIT
// Environments with a robot, and what viewers and learners may ask such an environment about its robot.
#pragma once

#include <concepts>
#include <cstddef>

#include <lockstep/core/spatial.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep {

/// E models physical_environment if it is an environment with a robot, the robot's compiled model and the time of a step (dt, in
/// s), and if its state has the model's positions as qpos. For example `envs::half_cheetah`.
template <class E>
concept physical_environment = environment<E> && requires(state_t<E, double> const& state) {
    { E::robot } -> std::convertible_to<physics::robot const&>;
    { E::model } -> std::convertible_to<physics::model const&>;
    { E::dt } -> std::convertible_to<double>;
    { state.qpos.size() } -> std::convertible_to<std::size_t>;
    { state.qpos[0] } -> std::convertible_to<double>;
};

namespace detail {
/// Returns the part of a state that has qpos: all of it, or its member `robot`, as in a `randomized` environment.
template <class State>
    requires requires(State const& state) { state.qpos; }
State const& robot_state(State const& state) {
    return state;
}
template <class State>
    requires(requires(State const& state) { state.robot.qpos; } && !requires(State const& state) { state.qpos; })
auto const& robot_state(State const& state) {
    return state.robot;
}
}  // namespace detail

/// E can be shown: it models physical_environment, or it is such an environment with a robot that varies (envs/randomized.hpp).
template <class E>
concept has_robot = environment<E> && requires(state_t<E, double> const& state) {
    { E::robot } -> std::convertible_to<physics::robot const&>;
    { E::model } -> std::convertible_to<physics::model const&>;
    { E::dt } -> std::convertible_to<double>;
    { detail::robot_state(state).qpos[0] } -> std::convertible_to<double>;
};

/// E has a target, whose position is computed from the state's `draw`. The task is to bring the robot, or an object that it
/// moves, within target_radius (m) of the target. For example `envs::fetch`. (A target that is a body of the robot, as in
/// `envs::reacher`, is drawn as a body.)
template <class E>
concept has_target = physical_environment<E> && requires(E const& env, state_t<E, double> const& state) {
    { env.target(state.draw) } -> std::same_as<vec3<double>>;
    { env.target_radius } -> std::convertible_to<double>;
};

/// env.contact_forces(state) returns six numbers for each body of the robot, in world axes: the torque (N m) of its contacts
/// about the robot's centre of mass, then their force (N). For example `envs::ant`.
template <class E>
concept has_contact_forces = physical_environment<E> && requires(E const& env, state_t<E, double> const& state) {
    { env.contact_forces(state).size() } -> std::convertible_to<std::size_t>;
    { env.contact_forces(state)[0] } -> std::convertible_to<double>;
};

}  // namespace lockstep
