// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/mountain_car.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_mountain_car() { return learner_entry_of<mountain_car_options, ppo<envs::mountain_car, cpu>>(); }

}  // namespace lockstep::python
