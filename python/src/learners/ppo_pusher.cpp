// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/pusher.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_pusher() { return learner_entry_of<pusher_options, ppo<envs::pusher, cpu>>(); }

}  // namespace lockstep::python
