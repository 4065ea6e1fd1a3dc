// SPDX-License-Identifier: MIT
// Include this to differentiate HalfCheetah in floats or lanes (envs/gradient/step.hpp): the recorded backward pass of a substep.
#pragma once

#include <lockstep/core/macros.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/recorded/half_cheetah_gradient.hpp>

namespace lockstep::envs::recorded {

struct half_cheetah_gradient {
    template <class V>
    LOCKSTEP_INLINE static void substep(V* rows) {
        half_cheetah_substep_gradient(rows);
    }
};

}  // namespace lockstep::envs::recorded
