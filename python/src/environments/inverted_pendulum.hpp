// SPDX-License-Identifier: MIT
// The options of InvertedPendulum-v5: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/inverted_pendulum.hpp>

namespace lockstep::python {

struct inverted_pendulum_options {
    static constexpr char const* id = "InvertedPendulum-v5";
    template <std::size_t FrameSkip>
    using type = envs::basic_inverted_pendulum<FrameSkip>;
    static constexpr std::size_t frame_skip = 2;

    static void each(auto& env, auto visit) { visit("reset_noise_scale", env.reset_noise_scale); }
};

}  // namespace lockstep::python
