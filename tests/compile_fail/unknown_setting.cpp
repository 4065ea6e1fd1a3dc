// SPDX-License-Identifier: MIT
// A setting that is misspelt.
// error(g++): has no non-static data member named 'stesp'
// error(clang++): field designator 'stesp' does not refer to any field
#include <lockstep/rl/ppo/config.hpp>

lockstep::ppo_config const config{.stesp = 1'000'000};
