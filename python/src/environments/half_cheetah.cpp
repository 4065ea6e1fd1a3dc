// SPDX-License-Identifier: MIT
#include "half_cheetah.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry half_cheetah() { return robot_entry<half_cheetah_options>({{excludes_positions, true, true, 0, 1}}); }

std::vector<learner_entry> learners_in_half_cheetah() { return learners_in<half_cheetah_options, envs::half_cheetah>(); }

}  // namespace lockstep::python
