// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/inverted_double_pendulum.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_inverted_double_pendulum() {
    return learner_entry_of<inverted_double_pendulum_options, ppo<envs::inverted_double_pendulum, cpu>>();
}

}  // namespace lockstep::python
