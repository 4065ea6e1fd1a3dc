// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/pendulum.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_pendulum() { return learner_entry_of<pendulum_options, ppo<envs::pendulum, cpu>>(); }

}  // namespace lockstep::python
