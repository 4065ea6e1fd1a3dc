// SPDX-License-Identifier: MIT
// A condition whose failure compilers do not explain.
#pragma once

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// The condition itself, for static_assert(holds(some_concept<T>), "a sentence"). Of a bare concept, compilers add how each of
/// its parts fails, in many lines behind which the sentence is lost.
consteval bool holds(bool condition) { return condition; }

}  // namespace lockstep
