// SPDX-License-Identifier: MIT
// holds: for the condition of a static_assert. With it, compilers do not explain why the condition is false.
#pragma once

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Returns the condition itself, for static_assert(holds(some_concept<T>), "a sentence"). With the bare concept, compilers also
/// print how each of its parts fails, and the sentence is lost among many lines.
consteval bool holds(bool condition) { return condition; }

}  // namespace lockstep
