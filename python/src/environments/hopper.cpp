// SPDX-License-Identifier: MIT
#include "hopper.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry hopper() { return robot_entry<hopper_options>({{excludes_positions, true, true, 0, 1}}); }

std::vector<learner_entry> learners_in_hopper() { return learners_in<hopper_options, envs::hopper>(); }

}  // namespace lockstep::python
