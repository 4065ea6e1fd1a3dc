// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/inverted_pendulum.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_inverted_pendulum() {
    return learner_entry_of<inverted_pendulum_options, sac<envs::inverted_pendulum, cpu, tuned_layers>>();
}

}  // namespace lockstep::python
