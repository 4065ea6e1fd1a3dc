// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/humanoid.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_humanoid() { return learner_entry_of<humanoid_options, sac<envs::humanoid, cpu, tuned_layers>>(); }

}  // namespace lockstep::python
