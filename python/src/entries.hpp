// SPDX-License-Identifier: MIT
// The environments, each in a translation unit of its own.
#pragma once

#include <vector>

#include "simulation.hpp"

namespace lockstep::python {

inline constexpr char const* excludes_positions = "exclude_current_positions_from_observation";

entry ant();
entry half_cheetah();
entry hopper();
entry humanoid();
entry humanoid_standup();
entry inverted_double_pendulum();
entry inverted_pendulum();
entry mountain_car();
entry pendulum();
entry pusher();
entry reacher();
entry swimmer();
entry walker2d();

inline std::vector<entry> entries() {
    return {ant(),
            half_cheetah(),
            hopper(),
            humanoid(),
            humanoid_standup(),
            inverted_double_pendulum(),
            inverted_pendulum(),
            mountain_car(),
            pendulum(),
            pusher(),
            reacher(),
            swimmer(),
            walker2d()};
}

}  // namespace lockstep::python
