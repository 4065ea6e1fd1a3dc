// SPDX-License-Identifier: MIT
// Settings in another order than the members have. For clang this is a warning.
// flags: -Werror
// error(g++): designator order for field 'lockstep::ppo_config::steps' does not match declaration order in 'const lockstep::ppo_config'
// error(clang++): ISO C++ requires field designators to be specified in declaration order; field 'seed' will be initialized after field 'steps'
#include <lockstep/rl/ppo/config.hpp>

lockstep::ppo_config const config{.seed = 3, .steps = 1'000'000};
