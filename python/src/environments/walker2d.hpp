// SPDX-License-Identifier: MIT
// The options of Walker2d-v5: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/walker2d.hpp>

namespace lockstep::python {

struct walker2d_options {
    static constexpr char const* id = "Walker2d-v5";
    template <std::size_t FrameSkip>
    using type = envs::basic_walker2d<true, FrameSkip>;
    static constexpr std::size_t frame_skip = 4;

    static void each(auto& env, auto visit) {
        visit("forward_reward_weight", env.forward_reward_weight);
        visit("ctrl_cost_weight", env.ctrl_cost_weight);
        visit("healthy_reward", env.healthy_reward);
        visit("terminate_when_unhealthy", env.terminate_when_unhealthy);
        visit("healthy_z_range", env.healthy_z_range);
        visit("healthy_angle_range", env.healthy_angle_range);
        visit("reset_noise_scale", env.reset_noise_scale);
    }
};

}  // namespace lockstep::python
