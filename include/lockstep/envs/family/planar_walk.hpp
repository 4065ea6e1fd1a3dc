// SPDX-License-Identifier: MIT
// What Hopper-v5 and Walker2d-v5 of Gymnasium have in common: planar robots that are rewarded for moving forward and staying
// healthy.
#pragma once

#include <cstddef>
#include <type_traits>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/robot.hpp>

namespace lockstep::envs {

/// Returns an observation of Size numbers: qpos, without x if Size has no room for it, then qvel clipped to +-10.
template <std::size_t Size, class State>
auto clipped_joints(State const& now) {
    using R = std::remove_cvref_t<decltype(now.qpos[0])>;
    return joints<Size>(now, [](R const& v) { return clamp(v, R(-10), R(10)); });
}

/// Returns the transition to `now`. Reward: forward_reward_weight times the forward speed of the step (m/s), plus healthy_reward
/// in healthy lanes, less ctrl_cost_weight |action|^2. If terminate_when_unhealthy is true, lanes that are not healthy terminate.
template <class Env, class State, real R, std::size_t Controls>
transition<State, R> walked(Env const& env, State const& before, State const& now, vector<R, Controls> const& action,
                            mask_t<R> const& healthy) {
    R const speed = (now.qpos[0] - before.qpos[0]) * R(1 / Env::dt);
    R const reward = R(env.forward_reward_weight) * speed + select(healthy, R(env.healthy_reward), R(0)) -
                     R(env.ctrl_cost_weight) * dot(action, action);
    return {now, reward, env.terminate_when_unhealthy ? !healthy : R(0) < R(0)};
}

}  // namespace lockstep::envs
