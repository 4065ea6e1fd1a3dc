// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include "../environments/half_cheetah.hpp"
#include "../learner_of.hpp"

namespace lockstep::python {

learner_entry sac_half_cheetah() { return learner_entry_of<half_cheetah_options, sac<envs::half_cheetah, cpu, tuned_layers>>(); }

}  // namespace lockstep::python
