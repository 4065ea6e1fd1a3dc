// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/humanoid_standup.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_humanoid_standup() { return learner_entry_of<humanoid_standup_options, ppo<envs::humanoid_standup, cpu>>(); }

}  // namespace lockstep::python
