// SPDX-License-Identifier: MIT
// Target networks: parameters that slowly follow those of another network.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// target += rate * (parameters - target) for `count` parameters, a multiple of row_width (Polyak averaging, as in
/// Lillicrap et al. 2016, "Continuous control with deep reinforcement learning", section 3).
template <class T = float>
LOCKSTEP_NOINLINE void polyak_update(float rate, index_t<T> const& count, pointer_t<T const> parameters, pointer_t<T> target) {
    using R = row_t<T>;
    R const r(rate);
    for (auto const row : world_t<T>::range(count / row_width<T>)) {
        auto const i = row * row_width<T>;
        R const t = load_row<R>(target + i);
        store_row(multiply_add(r, load_row<R>(parameters + i) - t, t), target + i);
    }
}

}  // namespace lockstep
