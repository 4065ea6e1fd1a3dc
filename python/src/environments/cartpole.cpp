// SPDX-License-Identifier: MIT
#include "cartpole.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry cartpole() { return plain_entry<envs::cartpole, cartpole_options>(); }

std::vector<learner_entry> learners_in_cartpole() { return learners_in<cartpole_options, envs::cartpole>(); }

}  // namespace lockstep::python
