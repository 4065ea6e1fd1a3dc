// SPDX-License-Identifier: MIT
// What a humanoid's observation may leave out, as envs/family/humanoid_body.hpp lays it out with everything in it.
#pragma once

#include <vector>

#include "entries.hpp"

namespace lockstep::python {

inline std::vector<optional_columns> humanoid_columns() {
    return {{excludes_positions, true, true, 0, 2},
            {"include_cinert_in_observation", false, true, 47, 177},
            {"include_cvel_in_observation", false, true, 177, 255},
            {"include_qfrc_actuator_in_observation", false, true, 255, 272},
            {"include_cfrc_ext_in_observation", false, true, 272, 350}};
}

}  // namespace lockstep::python
