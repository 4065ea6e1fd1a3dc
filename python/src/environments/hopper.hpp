// SPDX-License-Identifier: MIT
// The options of Hopper-v5: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/hopper.hpp>

namespace lockstep::python {

struct hopper_options {
    static constexpr char const* id = "Hopper-v5";
    template <std::size_t FrameSkip>
    using type = envs::basic_hopper<true, FrameSkip>;
    static constexpr std::size_t frame_skip = 4;

    static void each(auto& env, auto visit) {
        visit("forward_reward_weight", env.forward_reward_weight);
        visit("ctrl_cost_weight", env.ctrl_cost_weight);
        visit("healthy_reward", env.healthy_reward);
        visit("terminate_when_unhealthy", env.terminate_when_unhealthy);
        visit("healthy_state_range", env.healthy_state_range);
        visit("healthy_z_range", env.healthy_z_range);
        visit("healthy_angle_range", env.healthy_angle_range);
        visit("reset_noise_scale", env.reset_noise_scale);
    }
};

}  // namespace lockstep::python
