// SPDX-License-Identifier: MIT
// The options of InvertedDoublePendulum-v5: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/inverted_double_pendulum.hpp>

namespace lockstep::python {

struct inverted_double_pendulum_options {
    static constexpr char const* id = "InvertedDoublePendulum-v5";
    template <std::size_t FrameSkip>
    using type = envs::basic_inverted_double_pendulum<FrameSkip>;
    static constexpr std::size_t frame_skip = 5;

    static void each(auto& env, auto visit) {
        visit("healthy_reward", env.healthy_reward);
        visit("reset_noise_scale", env.reset_noise_scale);
    }
};

}  // namespace lockstep::python
