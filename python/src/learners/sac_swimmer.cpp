// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/swimmer.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_swimmer() { return learner_entry_of<swimmer_options, sac<envs::swimmer, cpu, tuned_layers>>(); }

}  // namespace lockstep::python
