// SPDX-License-Identifier: MIT
// Records a whole step of an environment. Host code that runs once: a generator, or a device that compiles its text.
#pragma once

#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/recorded_environment.hpp>
#include <lockstep/program/record.hpp>

namespace lockstep {

/// The program of a step of E, which is constructed with its defaults, over the rows of step_rows<E, R>.
template <environment E>
program record_step() {
    using row = step_rows<E, recorded>;
    return record<row>([](row& moved) { take_step<E>(moved); });
}

}  // namespace lockstep
