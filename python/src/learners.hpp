// SPDX-License-Identifier: MIT
// The learners that Python has: a line here, and one in lockstep/learn.py.
#pragma once

#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <lockstep/rl/tuned.hpp>

#include "learner_of.hpp"

namespace lockstep::python {

/// One translation unit compiles them all: what they share of an environment is instantiated once. SAC, TD3 and CrossQ learn
/// actions that are real numbers.
template <class Options, class Env>
std::vector<learner_entry> learners_in() {
    std::vector<learner_entry> all = {learner_entry_of<Options, ppo<Env, cpu>>("ppo"),
                                      learner_entry_of<Options, ars<Env, cpu>>("ars")};
    if constexpr (!discrete_actions<Env>) {
        using renormalized = tuned_renormalized_layers;
        all.push_back(learner_entry_of<Options, sac<Env, cpu, tuned_layers>>("sac"));
        all.push_back(learner_entry_of<Options, td3<Env, cpu, tuned_layers>>("td3"));
        all.push_back(learner_entry_of<Options, crossq<Env, cpu, renormalized, renormalized>>("crossq"));
    }
    return all;
}

}  // namespace lockstep::python
