// SPDX-License-Identifier: MIT
// Target networks: parameters that slowly follow those of another network.
#pragma once

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// Adds rate * (parameters - target) to `target`. Both are [count], and `count` must be a multiple of pack_width. This is Polyak
/// averaging, as in Lillicrap et al. 2016, "Continuous control with deep reinforcement learning", section 3.
template <class T = float>
LOCKSTEP_NOINLINE void polyak_update(float rate, index_t<T> const& count, pointer_t<T const> parameters, pointer_t<T> target) {
    using R = pack_t<T>;
    R const r(rate);
    for (auto const pack : world_t<T>::range(count / pack_width<T>)) {
        auto const i = pack * pack_width<T>;
        R const t = load_pack<R>(target + i);
        store_pack(multiply_add(r, load_pack<R>(parameters + i) - t, t), target + i);
    }
}

}  // namespace lockstep
