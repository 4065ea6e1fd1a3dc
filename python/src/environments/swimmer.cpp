// SPDX-License-Identifier: MIT
#include "swimmer.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"

namespace lockstep::python {

entry swimmer() { return robot_entry<swimmer_options>({{excludes_positions, true, true, 0, 2}}); }

}  // namespace lockstep::python
