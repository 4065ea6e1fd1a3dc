// SPDX-License-Identifier: MIT
// The options of Pusher-v5: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/pusher.hpp>

namespace lockstep::python {

struct pusher_options {
    static constexpr char const* id = "Pusher-v5";
    template <std::size_t FrameSkip>
    using type = envs::basic_pusher<FrameSkip>;
    static constexpr std::size_t frame_skip = 5;

    static void each(auto& env, auto visit) {
        visit("reward_near_weight", env.reward_near_weight);
        visit("reward_dist_weight", env.reward_dist_weight);
        visit("reward_control_weight", env.reward_control_weight);
    }
};

}  // namespace lockstep::python
