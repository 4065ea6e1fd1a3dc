// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/pusher.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_pusher() { return learner_entry_of<pusher_options, sac<envs::pusher, cpu, tuned_layers>>(); }

}  // namespace lockstep::python
