// SPDX-License-Identifier: MIT
// The memory of a planner that samples, as its kernels use it: addresses in the device's memory.
#pragma once

namespace lockstep {

/// What an iteration of a planner sends to the host.
template <class S = float>
struct planning_summary {
    S best_return, mean_return;
    S broken;  ///< candidates that led to a NaN or an infinity; the returns above leave them out
};

/// The candidates of a planner, the plan around which they are drawn, and what they return. A sequence is [horizon] actions of
/// `Actions` components.
template <class W>
struct planning_view {
    using R = typename W::number;
    using S = typename W::scalar;
    template <class T>
    using pointer = typename W::template pointer<T>;

    pointer<R const> numbers;              ///< [packs], the indices of the candidates, from 0
    pointer<S const> noise;                ///< [horizon][horizon], the matrix of colored_noise()
    pointer<S> mean, deviation;            ///< [horizon][Actions]
    pointer<S> kept_sequences;             ///< [kept_packs][horizon][Actions][width]
    pointer<R> draws;                      ///< [packs][drawn_numbers()]
    pointer<R> sequences;                  ///< [packs][horizon][Actions]
    pointer<R> returns;                    ///< [packs]
    pointer<R> weights;                    ///< [packs]
    pointer<planning_summary<S>> summary;  ///< [1]
};

}  // namespace lockstep
