// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/humanoid.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_humanoid() { return learner_entry_of<humanoid_options, ppo<envs::humanoid, cpu>>(); }

}  // namespace lockstep::python
