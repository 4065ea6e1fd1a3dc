// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/walker2d.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_walker2d() { return learner_entry_of<walker2d_options, sac<envs::walker2d, cpu, tuned_layers>>(); }

}  // namespace lockstep::python
