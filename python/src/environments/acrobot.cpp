// SPDX-License-Identifier: MIT
#include "acrobot.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry acrobot() { return plain_entry<envs::acrobot, acrobot_options>(); }

std::vector<learner_entry> learners_in_acrobot() { return learners_in<acrobot_options, envs::acrobot>(); }

}  // namespace lockstep::python
