// SPDX-License-Identifier: MIT
#include "pendulum.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"

namespace lockstep::python {

entry pendulum() { return plain_entry<envs::pendulum, pendulum_options>(); }

}  // namespace lockstep::python
