// SPDX-License-Identifier: MIT
#include "reacher.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry reacher() { return robot_entry<reacher_options>(); }

std::vector<learner_entry> learners_in_reacher() { return learners_in<reacher_options, envs::reacher>(); }

}  // namespace lockstep::python
