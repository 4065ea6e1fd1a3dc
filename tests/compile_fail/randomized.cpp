// SPDX-License-Identifier: MIT
// error: lockstep::randomized: each of Variations::ranges must name a part that the robot has, and that has this parameter
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/randomized.hpp>

struct mistaken {
    using enum lockstep::physics::parameter;
    static constexpr lockstep::physics::variation ranges[] = {{mass, "tail", 0.5, 2}};
};
static_assert(lockstep::check_environment<lockstep::randomized<lockstep::envs::inverted_pendulum, mistaken>>());
