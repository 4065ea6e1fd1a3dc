// SPDX-License-Identifier: MIT
#include "inverted_pendulum.hpp"

#include <vector>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

entry inverted_pendulum() { return robot_entry<inverted_pendulum_options>(); }

std::vector<learner_entry> learners_in_inverted_pendulum() {
    return learners_in<inverted_pendulum_options, envs::inverted_pendulum>();
}

}  // namespace lockstep::python
