// SPDX-License-Identifier: MIT
// The learners that Python has: a line here, and one in lockstep/learn.py.
#pragma once

#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <lockstep/rl/tuned.hpp>

#include "learner_of.hpp"

namespace lockstep::python {

/// One translation unit compiles them all: what they share of an environment is instantiated once.
template <class Options, class Env>
std::vector<learner_entry> learners_in() {
    using renormalized = tuned_renormalized_layers;
    return {learner_entry_of<Options, ppo<Env, cpu>>("ppo"), learner_entry_of<Options, sac<Env, cpu, tuned_layers>>("sac"),
            learner_entry_of<Options, td3<Env, cpu, tuned_layers>>("td3"),
            learner_entry_of<Options, crossq<Env, cpu, renormalized, renormalized>>("crossq"),
            learner_entry_of<Options, ars<Env, cpu>>("ars")};
}

}  // namespace lockstep::python
