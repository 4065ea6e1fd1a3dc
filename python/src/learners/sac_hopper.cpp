// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/hopper.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_hopper() { return learner_entry_of<hopper_options, sac<envs::hopper, cpu, tuned_layers>>(); }

}  // namespace lockstep::python
