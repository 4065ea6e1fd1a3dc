// SPDX-License-Identifier: MIT
// The options of HalfCheetah-v5: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/half_cheetah.hpp>

namespace lockstep::python {

struct half_cheetah_options {
    static constexpr char const* id = "HalfCheetah-v5";
    template <std::size_t FrameSkip>
    using type = envs::basic_half_cheetah<true, FrameSkip>;
    static constexpr std::size_t frame_skip = 5;

    static void each(auto& env, auto visit) {
        visit("forward_reward_weight", env.forward_reward_weight);
        visit("ctrl_cost_weight", env.ctrl_cost_weight);
        visit("reset_noise_scale", env.reset_noise_scale);
    }
};

}  // namespace lockstep::python
