// SPDX-License-Identifier: MIT
#include "pendulum.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry pendulum() { return plain_entry<envs::pendulum, pendulum_options>(); }

std::vector<learner_entry> learners_in_pendulum() { return learners_in<pendulum_options, envs::pendulum>(); }

}  // namespace lockstep::python
