// SPDX-License-Identifier: MIT
// A setting that is misspelt.
// error(g++): has no non-static data member named 'stepz'
// error(clang++): field designator 'stepz' does not refer to any field
#include <lockstep/rl/ppo/config.hpp>

lockstep::ppo_config const config{.stepz = 1'000'000};
