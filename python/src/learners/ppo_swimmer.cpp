// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/swimmer.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_swimmer() { return learner_entry_of<swimmer_options, ppo<envs::swimmer, cpu>>(); }

}  // namespace lockstep::python
