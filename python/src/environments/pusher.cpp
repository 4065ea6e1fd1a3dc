// SPDX-License-Identifier: MIT
#include "pusher.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry pusher() { return robot_entry<pusher_options>(); }

std::vector<learner_entry> learners_in_pusher() { return learners_in<pusher_options, envs::pusher>(); }

}  // namespace lockstep::python
