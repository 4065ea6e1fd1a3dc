// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/pendulum.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_pendulum() { return learner_entry_of<pendulum_options, sac<envs::pendulum, cpu, tuned_layers>>(); }

}  // namespace lockstep::python
