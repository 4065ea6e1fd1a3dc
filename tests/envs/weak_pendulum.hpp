// SPDX-License-Identifier: MIT
// What a user might have recorded: a bundled environment whose robot varies.
#pragma once

#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/randomized.hpp>

namespace lockstep_test {

struct weakness {
    using enum lockstep::physics::parameter;
    static constexpr lockstep::physics::variation ranges[] = {{mass, "pole", 3, 3}, {gear, "slider", 0.5, 2}};
};
using weak_pendulum = lockstep::randomized<lockstep::envs::inverted_pendulum, weakness>;

}  // namespace lockstep_test
