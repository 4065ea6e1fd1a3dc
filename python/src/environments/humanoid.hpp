// SPDX-License-Identifier: MIT
// The options of Humanoid-v5: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/humanoid.hpp>

namespace lockstep::python {

struct humanoid_options {
    static constexpr char const* id = "Humanoid-v5";
    template <std::size_t FrameSkip>
    using type = envs::basic_humanoid<envs::humanoid_view{.position = true}, FrameSkip>;
    static constexpr std::size_t frame_skip = 5;

    static void each(auto& env, auto visit) {
        visit("forward_reward_weight", env.forward_reward_weight);
        visit("ctrl_cost_weight", env.ctrl_cost_weight);
        visit("contact_cost_weight", env.contact_cost_weight);
        visit("contact_cost_range", env.contact_cost_range);
        visit("healthy_reward", env.healthy_reward);
        visit("terminate_when_unhealthy", env.terminate_when_unhealthy);
        visit("healthy_z_range", env.healthy_z_range);
        visit("reset_noise_scale", env.reset_noise_scale);
    }
};

}  // namespace lockstep::python
