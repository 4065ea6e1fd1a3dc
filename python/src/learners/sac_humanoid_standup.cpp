// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/humanoid_standup.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_humanoid_standup() {
    return learner_entry_of<humanoid_standup_options, sac<envs::humanoid_standup, cpu, tuned_layers>>();
}

}  // namespace lockstep::python
