// SPDX-License-Identifier: MIT
#include "hopper.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"

namespace lockstep::python {

entry hopper() { return robot_entry<hopper_options>({{excludes_positions, true, true, 0, 1}}); }

}  // namespace lockstep::python
