// SPDX-License-Identifier: MIT
// Target networks: parameters that follow others slowly.
#pragma once

#include <concepts>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/nn/multiply.hpp>

namespace lockstep {

/// target += rate * (parameters - target) for `count` parameters, a multiple of row_width (Polyak averaging, as in
/// Lillicrap et al. 2016, "Continuous control with deep reinforcement learning", section 3).
template <std::floating_point T>
LOCKSTEP_NOINLINE void polyak_update(float rate, std::size_t count, T const* parameters, T* target) {
    using R = native_row<T>;
    R const r(rate);
    for (std::size_t i = 0; i < count; i += row_width<T>) {
        R const t = load_row<R>(target + i);
        store_row(multiply_add(r, load_row<R>(parameters + i) - t, t), target + i);
    }
}

}  // namespace lockstep
