// SPDX-License-Identifier: MIT
// The options of HumanoidStandup-v5: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/humanoid_standup.hpp>

namespace lockstep::python {

struct humanoid_standup_options {
    static constexpr char const* id = "HumanoidStandup-v5";
    template <std::size_t FrameSkip>
    using type = envs::basic_humanoid_standup<envs::humanoid_view{.position = true}, FrameSkip>;
    static constexpr std::size_t frame_skip = 5;

    static void each(auto& env, auto visit) {
        visit("uph_cost_weight", env.uph_cost_weight);
        visit("ctrl_cost_weight", env.ctrl_cost_weight);
        visit("impact_cost_weight", env.impact_cost_weight);
        visit("impact_cost_range", env.impact_cost_range);
        visit("reset_noise_scale", env.reset_noise_scale);
    }
};

}  // namespace lockstep::python
