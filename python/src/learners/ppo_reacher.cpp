// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/reacher.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_reacher() { return learner_entry_of<reacher_options, ppo<envs::reacher, cpu>>(); }

}  // namespace lockstep::python
