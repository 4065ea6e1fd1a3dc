// SPDX-License-Identifier: MIT
// A learner where a policy or metrics belong.
// error(g++): use of deleted function 'void lockstep::report(Learner&)
// error(g++): use of deleted function 'void lockstep::save(
// error(g++): use of deleted function 'void lockstep::load(
// error(g++): use of deleted function 'void lockstep::evaluate(
// error(clang++): call to deleted function 'report'
// error(clang++): call to deleted function 'save'
// error(clang++): call to deleted function 'load'
// error(clang++): call to deleted function 'evaluate'
// note: report(learner.iterate())
// note: save(path, learner.policy())
// note: load<Learner::policy_type>(path)
// note: evaluate(device, learner.policy())
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/progress.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

using learner_type = ls::ppo<ls::envs::pendulum, ls::cpu>;

void use(ls::cpu& device, learner_type& learner) {
    ls::report(learner);
    ls::save("a.policy", learner);
    ls::load<learner_type>("a.policy");
    ls::evaluate(device, learner);
}
