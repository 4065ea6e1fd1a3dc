// SPDX-License-Identifier: MIT
// A setting that is misspelt where a learner is made: no constructor takes it.
// error(g++): no matching function for call to 'lockstep::ppo<lockstep::envs::pendulum, lockstep::cpu>::ppo(lockstep::cpu&, <brace-enclosed initializer list>)'
// error(clang++): no matching constructor for initialization of 'ls::ppo<ls::envs::pendulum, ls::cpu>'
// note: 'const lockstep::ppo_config
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

void train(ls::cpu& device) { ls::ppo<ls::envs::pendulum, ls::cpu> learner(device, {.stepz = 1'000}); }
