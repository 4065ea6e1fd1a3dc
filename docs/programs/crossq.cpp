// SPDX-License-Identifier: MIT
// Pendulum by CrossQ in ten thousand steps.
// prints: return -1[0-9][0-9]

#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

using actor = ls::renormalized_layers<64, 64>;
using critic = ls::renormalized_layers<64, 64>;

int main() {
    ls::cpu device;
    ls::crossq<ls::envs::pendulum, ls::cpu, actor, critic> learner(device, {.steps = 10'000,
                                                                            .warmup = 256,
                                                                            .batch = 100,
                                                                            .discount = 0.95f,
                                                                            .renorm_warmup = 1'000});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    std::printf("return %.0f\n", ls::evaluate(device, learner.policy()).mean_return);
}
