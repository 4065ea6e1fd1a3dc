// SPDX-License-Identifier: MIT
// Include this to differentiate Ant in floats or lanes (envs/gradient/step.hpp): the recorded stages of a substep and their
// backward passes.
#pragma once

#include <lockstep/core/macros.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/recorded/ant_gradient.hpp>

namespace lockstep::envs::recorded {

struct ant_gradient {
    // clang-format off
    template <class V> LOCKSTEP_INLINE static void stage(V* rows) { ant_stage(rows); }
    template <class V> LOCKSTEP_INLINE static void stage_backward(V* rows) { ant_stage_backward(rows); }
    template <class V> LOCKSTEP_INLINE static void end(V* rows) { ant_end(rows); }
    template <class V> LOCKSTEP_INLINE static void end_backward(V* rows) { ant_end_backward(rows); }
    // clang-format on
};

}  // namespace lockstep::envs::recorded
