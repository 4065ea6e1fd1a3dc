// SPDX-License-Identifier: MIT
// An environment where the configuration of an evaluation belongs.
// error(g++): use of deleted function 'void lockstep::evaluate(
// error(clang++): call to deleted function 'evaluate'
// note: evaluate(device, policy, {}, env)
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/evaluate.hpp>

namespace ls = lockstep;

void use(ls::cpu& device, ls::ppo_policy<ls::envs::pendulum> const& policy) {
    ls::evaluate(device, policy, {});
    ls::evaluate(device, policy, ls::envs::pendulum{.g = 3.7});
}
