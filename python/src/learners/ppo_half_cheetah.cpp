// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo.hpp>

#include "../environments/half_cheetah.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry ppo_half_cheetah() { return learner_entry_of<half_cheetah_options, ppo<envs::half_cheetah, cpu>>(); }

}  // namespace lockstep::python
