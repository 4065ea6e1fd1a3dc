// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/hopper.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_hopper() { return learner_entry_of<hopper_options, ppo<envs::hopper, cpu>>(); }

}  // namespace lockstep::python
