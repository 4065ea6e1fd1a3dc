// SPDX-License-Identifier: MIT
#include "humanoid_standup.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../humanoid_columns.hpp"

namespace lockstep::python {

entry humanoid_standup() { return robot_entry<humanoid_standup_options>(humanoid_columns()); }

}  // namespace lockstep::python
