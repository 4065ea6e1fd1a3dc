// SPDX-License-Identifier: MIT
// The pendulum with short episodes, for slow devices: beside its first iterations a learner runs whole episodes.
#pragma once

#include <cstddef>

#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/pendulum.hpp>

namespace lockstep_test {

struct brief_pendulum : lockstep::envs::pendulum {
    static constexpr std::size_t episode_limit = 10;
};
static_assert(lockstep::environment<brief_pendulum>);

}  // namespace lockstep_test
