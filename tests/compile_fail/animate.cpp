// SPDX-License-Identifier: MIT
// What shall be shown is an environment without a robot, or a learner.
// error: lockstep::animate needs a policy whose environment has robot, model, dt and state::qpos; for a learner, pass learner.policy()
// note: ppo_policy<
// note: ppo<
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/animation.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

void use(ls::ppo_policy<ls::envs::pendulum> const& policy, ls::ppo<ls::envs::half_cheetah, ls::cpu>& learner) {
    ls::animate(policy);
    ls::animate(learner);
}
