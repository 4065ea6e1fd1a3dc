// SPDX-License-Identifier: MIT
// The options of Swimmer-v5: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/swimmer.hpp>

namespace lockstep::python {

struct swimmer_options {
    static constexpr char const* id = "Swimmer-v5";
    template <std::size_t FrameSkip>
    using type = envs::basic_swimmer<true, FrameSkip>;
    static constexpr std::size_t frame_skip = 4;

    static void each(auto& env, auto visit) {
        visit("forward_reward_weight", env.forward_reward_weight);
        visit("ctrl_cost_weight", env.ctrl_cost_weight);
        visit("reset_noise_scale", env.reset_noise_scale);
    }
};

}  // namespace lockstep::python
