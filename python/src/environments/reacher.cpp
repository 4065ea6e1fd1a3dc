// SPDX-License-Identifier: MIT
#include "reacher.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"

namespace lockstep::python {

entry reacher() { return robot_entry<reacher_options>(); }

}  // namespace lockstep::python
