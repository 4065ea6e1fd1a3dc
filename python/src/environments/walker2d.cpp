// SPDX-License-Identifier: MIT
#include "walker2d.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry walker2d() { return robot_entry<walker2d_options>({{excludes_positions, true, true, 0, 1}}); }

std::vector<learner_entry> learners_in_walker2d() { return learners_in<walker2d_options, envs::walker2d>(); }

}  // namespace lockstep::python
