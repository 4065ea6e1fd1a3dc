// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/ant.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_ant() { return learner_entry_of<ant_options, sac<envs::ant, cpu, tuned_layers>>(); }

}  // namespace lockstep::python
