// SPDX-License-Identifier: MIT
#include "half_cheetah.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"

namespace lockstep::python {

entry half_cheetah() { return robot_entry<half_cheetah_options>({{excludes_positions, true, true, 0, 1}}); }

}  // namespace lockstep::python
