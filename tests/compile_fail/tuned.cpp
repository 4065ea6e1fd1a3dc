// SPDX-License-Identifier: MIT
// error: lockstep: no configuration of this learner was searched for in this environment: take its defaults, {.steps = ...}
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo/config.hpp>
#include <lockstep/rl/tuned.hpp>

struct learner {
    using environment = lockstep::envs::pendulum;
    using config_type = lockstep::ppo_config;
};
static_assert(lockstep::tuned<learner>().steps > 0);
