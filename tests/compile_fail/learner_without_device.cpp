// SPDX-License-Identifier: MIT
// error(g++): no matching function for call to 'lockstep::ppo<lockstep::envs::pendulum, lockstep::cpu>::ppo(<brace-enclosed initializer list>)'
// error(clang++): no matching constructor for initialization of 'lockstep::ppo<lockstep::envs::pendulum, lockstep::cpu>'
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo.hpp>

lockstep::ppo<lockstep::envs::pendulum, lockstep::cpu> learner({.steps = 1000});
