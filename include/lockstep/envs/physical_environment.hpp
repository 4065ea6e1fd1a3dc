// SPDX-License-Identifier: MIT
// An environment in which a robot moves: what is said of the robot holds for every such environment.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

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

}  // namespace lockstep
