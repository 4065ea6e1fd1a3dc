// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/ant.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_ant() { return learner_entry_of<ant_options, ppo<envs::ant, cpu>>(); }

}  // namespace lockstep::python
