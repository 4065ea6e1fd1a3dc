// SPDX-License-Identifier: MIT
#include "humanoid_standup.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../humanoid_columns.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry humanoid_standup() { return robot_entry<humanoid_standup_options>(humanoid_columns()); }

std::vector<learner_entry> learners_in_humanoid_standup() {
    return learners_in<humanoid_standup_options, envs::humanoid_standup>();
}

}  // namespace lockstep::python
