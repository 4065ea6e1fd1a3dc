// SPDX-License-Identifier: MIT
// Numbers of a configuration that change in the course of a training.
#pragma once

#include <algorithm>
#include <cstddef>

namespace lockstep {

/// A number that goes from `first` to `last` on a straight line in `all` environment steps, and then stays there: its value after
/// `steps` of them.
constexpr float annealed(float first, float last, std::size_t steps, std::size_t all) {
    float const share = std::min(1.0f, static_cast<float>(steps) / static_cast<float>(all));
    return first + share * (last - first);
}

}  // namespace lockstep
