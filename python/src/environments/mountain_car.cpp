// SPDX-License-Identifier: MIT
#include "mountain_car.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry mountain_car() { return plain_entry<envs::mountain_car, mountain_car_options>(); }

std::vector<learner_entry> learners_in_mountain_car() { return learners_in<mountain_car_options, envs::mountain_car>(); }

}  // namespace lockstep::python
