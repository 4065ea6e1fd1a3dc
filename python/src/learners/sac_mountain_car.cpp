// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/mountain_car.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_mountain_car() { return learner_entry_of<mountain_car_options, sac<envs::mountain_car, cpu, tuned_layers>>(); }

}  // namespace lockstep::python
