// SPDX-License-Identifier: MIT
// A condition whose failure compilers do not explain.
#pragma once

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// The condition itself, for static_assert(holds(some_concept<T>), "a sentence"). With the bare concept, compilers also print
/// how each of its parts fails, and the sentence is lost among many lines.
consteval bool holds(bool condition) { return condition; }

}  // namespace lockstep
