// SPDX-License-Identifier: MIT
#include "swimmer.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry swimmer() { return robot_entry<swimmer_options>({{excludes_positions, true, true, 0, 2}}); }

std::vector<learner_entry> learners_in_swimmer() { return learners_in<swimmer_options, envs::swimmer>(); }

}  // namespace lockstep::python
