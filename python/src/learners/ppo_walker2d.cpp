// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/walker2d.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_walker2d() { return learner_entry_of<walker2d_options, ppo<envs::walker2d, cpu>>(); }

}  // namespace lockstep::python
