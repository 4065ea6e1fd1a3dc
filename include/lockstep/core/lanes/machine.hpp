// SPDX-License-Identifier: MIT
// The instructions of this build's processor that no operator of a vector is compiled to, as overloads for the vectors that the
// processor has. core/lanes/instructions.hpp computes the others from these.
#pragma once

#include <lockstep/core/lanes/neon.hpp>
#include <lockstep/core/lanes/wasm.hpp>
#include <lockstep/core/lanes/x86.hpp>

namespace lockstep::machine {

// Declares every name on every processor, so that a template may ask whether there is an overload for its vector.
struct no_vector;
void min(no_vector, no_vector);
void max(no_vector, no_vector);
void round(no_vector);
void sqrt(no_vector);
void fma(no_vector, no_vector, no_vector);
void fnma(no_vector, no_vector, no_vector);
void fms(no_vector, no_vector, no_vector);
void fnms(no_vector, no_vector, no_vector);
void any(no_vector);
void multiply_lower_words(no_vector, no_vector);
void scatter(void*, no_vector, no_vector);

}  // namespace lockstep::machine
