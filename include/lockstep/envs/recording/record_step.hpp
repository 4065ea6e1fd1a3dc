// SPDX-License-Identifier: MIT
// Records a whole step of an environment. This is host code that runs once: in a generator, or for a device that compiles the
// text of kernels.
#pragma once

#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/recording/recorded_environment.hpp>
#include <lockstep/program/record.hpp>

namespace lockstep {

/// Returns the program of a step of a default-constructed E, over the rows of step_rows<E, R>.
template <environment E>
program record_step() {
    using row = step_rows<E, recorded>;
    return record<row>([](row& moved) { take_step<E>(moved); });
}

}  // namespace lockstep
