// SPDX-License-Identifier: MIT
#include "inverted_double_pendulum.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"

namespace lockstep::python {

entry inverted_double_pendulum() { return robot_entry<inverted_double_pendulum_options>(); }

}  // namespace lockstep::python
