// SPDX-License-Identifier: MIT
#include "mountain_car.hpp"

#include "../entries.hpp"
#include "../entry_of.hpp"

namespace lockstep::python {

entry mountain_car() { return plain_entry<envs::mountain_car, mountain_car_options>(); }

}  // namespace lockstep::python
