// SPDX-License-Identifier: MIT
// Numbers of a configuration that change during a training.
#pragma once

#include <algorithm>
#include <cstddef>

namespace lockstep {

/// Returns the value, after `steps` environment steps, of a number that changes linearly from `first` to `last` over `all` steps
/// and then stays at `last`.
constexpr float annealed(float first, float last, std::size_t steps, std::size_t all) {
    float const share = std::min(1.0f, static_cast<float>(steps) / static_cast<float>(all));
    return first + share * (last - first);
}

}  // namespace lockstep
