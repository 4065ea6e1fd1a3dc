// SPDX-License-Identifier: MIT
#include "walker2d.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"

namespace lockstep::python {

entry walker2d() { return robot_entry<walker2d_options>({{excludes_positions, true, true, 0, 1}}); }

}  // namespace lockstep::python
