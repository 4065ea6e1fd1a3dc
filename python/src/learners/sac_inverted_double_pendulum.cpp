// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/inverted_double_pendulum.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_inverted_double_pendulum() {
    return learner_entry_of<inverted_double_pendulum_options, sac<envs::inverted_double_pendulum, cpu, tuned_layers>>();
}

}  // namespace lockstep::python
