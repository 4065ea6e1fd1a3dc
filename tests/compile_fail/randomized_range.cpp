// SPDX-License-Identifier: MIT
// error: lockstep::randomized: range_low and range_high must leave each joint's low end below its high end
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/randomized.hpp>

struct mistaken {
    using enum lockstep::physics::parameter;
    static constexpr lockstep::physics::variation ranges[] = {{range_low, "slider", 0, 1.2}, {range_high, "slider", -0.8, 0}};
};
static_assert(lockstep::check_environment<lockstep::randomized<lockstep::envs::inverted_pendulum, mistaken>>());
