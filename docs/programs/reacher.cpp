// SPDX-License-Identifier: MIT
// Trains an arm that is included by name.
// prints: return -[1-9]\.[0-9]

#include <cstdio>

#include <lockstep/envs/reacher.hpp>
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

int main() {
    using learner_type = ls::ppo<ls::envs::reacher, ls::cpu>;
    ls::cpu device;
    learner_type learner(device, ls::tuned<learner_type>(500'000));
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    std::printf("return %.1f\n", ls::evaluate(device, learner.policy(), {.episodes = 1000}).mean_return);
}
