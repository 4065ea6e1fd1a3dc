// SPDX-License-Identifier: MIT
// Pendulum by CrossQ in five thousand steps, with critics that predict distributions.
// prints: return -[12][0-9][0-9]

#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

using actor = ls::renormalized_layers<64, 64>;
using critics = ls::categorical_critic<ls::renormalized_layers<64, 64>, 51>;

int main() {
    ls::cpu device;
    ls::crossq<ls::envs::pendulum, ls::cpu, actor, critics> learner(device, {.steps = 5'000,
                                                                             .warmup = 256,
                                                                             .batch = 100,
                                                                             .discount = 0.95f,
                                                                             .renorm_warmup = 1'000,
                                                                             .least_value = -330,
                                                                             .greatest_value = 10});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    std::printf("return %.0f\n", ls::evaluate(device, learner.policy()).mean_return);
}
