// SPDX-License-Identifier: MIT
#include "humanoid.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../humanoid_columns.hpp"

namespace lockstep::python {

entry humanoid() { return robot_entry<humanoid_options>(humanoid_columns()); }

}  // namespace lockstep::python
