// SPDX-License-Identifier: MIT
// The length of SHAC's windows, adapted for all environments together (AHAC, Georgiev et al. 2024, arXiv 2405.17784). Each place
// of a window has a dual variable. It rises if the steps at this place grow the gradient by more than a bound, and falls if they
// grow the gradient by less. A positive sum of the dual variables shortens the windows, a negative sum makes them longer.
//
// Deviations: the growth of the gradient in the backward pass takes the place of the norm of a step's derivative. Apart from the
// gradient of the step's reward, this growth is a lower bound of that norm. The dual variables act on the length only: their term
// in the policy's loss would need second derivatives. The authors' code (NVlabs/DiffRL, ahac.py) changes the dual variables in
// the same way, by norms of contact forces, but adds their sum to the length. Here the sum is subtracted, so that stiff steps
// shorten the windows.
#pragma once

#include <algorithm>
#include <cstddef>

namespace lockstep {

/// The length of SHAC's windows and its dual variables, which are in the learner's memory.
struct shac_length {
    float bound;          ///< C of the article
    float rate;           ///< of the dual variables and of the length
    std::size_t horizon;  ///< the greatest length
    float* state;         ///< [1 + horizon]: the length, which is not rounded, and the dual variables of the places

    /// Sets the length to the horizon, and the dual variables to 0.
    void begin() const {
        std::fill_n(state, 1 + horizon, 0.0f);
        state[0] = static_cast<float>(horizon);
    }
    /// Returns the length, rounded down to whole steps.
    std::size_t steps() const { return static_cast<std::size_t>(state[0]); }

    /// Adapts the length and the dual variables of the places below it. growth(place) must return the mean growth of the gradient
    /// over the steps at this place of all windows.
    template <class Growth>
    void adapt(Growth&& growth) const {
        float sum = 0;
        for (std::size_t place = 0, used = steps(); place < used; ++place) {
            float& dual = state[1 + place];
            dual += rate * (growth(place) - bound);
            sum += dual;
        }
        state[0] = std::clamp(state[0] - rate * sum, 1.0f, static_cast<float>(horizon));
    }
};

}  // namespace lockstep
