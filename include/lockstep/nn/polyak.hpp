// SPDX-License-Identifier: MIT
// Target networks: parameters that follow others slowly.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/nn/multiply.hpp>

namespace lockstep {

/// target += rate * (parameters - target) for `count` parameters, a multiple of simd_width (Polyak averaging, as in
/// Lillicrap et al. 2016, "Continuous control with deep reinforcement learning", section 3).
LOCKSTEP_NOINLINE inline void polyak_update(float rate, std::size_t count, float const* parameters, float* target) {
    native_lanes const r(rate);
    for (std::size_t i = 0; i < count; i += simd_width) {
        native_lanes const t = native_lanes::load(target + i);
        multiply_add(r, native_lanes::load(parameters + i) - t, t).store(target + i);
    }
}

}  // namespace lockstep
