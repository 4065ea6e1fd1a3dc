// SPDX-License-Identifier: MIT
#include "humanoid.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../humanoid_columns.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry humanoid() { return robot_entry<humanoid_options>(humanoid_columns()); }

std::vector<learner_entry> learners_in_humanoid() { return learners_in<humanoid_options, envs::humanoid>(); }

}  // namespace lockstep::python
