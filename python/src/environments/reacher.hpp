// SPDX-License-Identifier: MIT
// The options of Reacher-v5: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/reacher.hpp>

namespace lockstep::python {

struct reacher_options {
    static constexpr char const* id = "Reacher-v5";
    template <std::size_t FrameSkip>
    using type = envs::basic_reacher<FrameSkip>;
    static constexpr std::size_t frame_skip = 2;

    static void each(auto& env, auto visit) {
        visit("reward_dist_weight", env.reward_dist_weight);
        visit("reward_control_weight", env.reward_control_weight);
    }
};

}  // namespace lockstep::python
