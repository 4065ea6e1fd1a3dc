// SPDX-License-Identifier: MIT
#include "pusher.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"

namespace lockstep::python {

entry pusher() { return robot_entry<pusher_options>(); }

}  // namespace lockstep::python
