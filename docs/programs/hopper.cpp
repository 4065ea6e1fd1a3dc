// SPDX-License-Identifier: MIT
// Trains a robot that is included by name.
// prints: return [1-9][0-9][0-9]+

#include <cstdio>

#include <lockstep/envs/hopper.hpp>
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

int main() {
    using learner_type = ls::ppo<ls::envs::hopper, ls::cpu>;
    ls::cpu device;
    learner_type learner(device, ls::tuned<learner_type>(300'000));
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    std::printf("return %.0f\n", ls::evaluate(device, learner.policy()).mean_return);
}
