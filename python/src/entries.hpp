// SPDX-License-Identifier: MIT
// The environments, and the learners in each. Each environment is a translation unit with the learners in it (src/environments).
#pragma once

#include <vector>

#include "learner.hpp"
#include "simulation.hpp"

namespace lockstep::python {

inline constexpr char const* excludes_positions = "exclude_current_positions_from_observation";

#define LOCKSTEP_ENVIRONMENTS(visit)                                                                                             \
    visit(acrobot) visit(ant) visit(cartpole) visit(half_cheetah) visit(hopper) visit(humanoid) visit(humanoid_standup)          \
        visit(inverted_double_pendulum) visit(inverted_pendulum) visit(mountain_car) visit(pendulum) visit(pusher)               \
            visit(reacher) visit(swimmer) visit(walker2d)

#define LOCKSTEP_DECLARE(name)                                                                                                   \
    entry name();                                                                                                                \
    std::vector<learner_entry> learners_in_##name();
LOCKSTEP_ENVIRONMENTS(LOCKSTEP_DECLARE)
#undef LOCKSTEP_DECLARE

inline std::vector<entry> entries() {
#define LOCKSTEP_ENTRY(name) name(),
    return {LOCKSTEP_ENVIRONMENTS(LOCKSTEP_ENTRY)};
#undef LOCKSTEP_ENTRY
}

inline std::vector<learner_entry> learner_entries() {
    std::vector<learner_entry> all;
    auto const append = [&](std::vector<learner_entry> const& some) { all.insert(all.end(), some.begin(), some.end()); };
#define LOCKSTEP_APPEND(name) append(learners_in_##name());
    LOCKSTEP_ENVIRONMENTS(LOCKSTEP_APPEND)
#undef LOCKSTEP_APPEND
    return all;
}

}  // namespace lockstep::python
