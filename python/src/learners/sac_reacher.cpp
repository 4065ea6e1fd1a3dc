// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/reacher.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_reacher() { return learner_entry_of<reacher_options, sac<envs::reacher, cpu, tuned_layers>>(); }

}  // namespace lockstep::python
