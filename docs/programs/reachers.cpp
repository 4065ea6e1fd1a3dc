// SPDX-License-Identifier: MIT
// Trains two arms by one policy. They meet at a target that only one of them knows.
// prints: return -[34]\.[0-9], -[1-9][0-9]\.[0-9] before the training

#include <cstdio>

#include <lockstep/envs/reachers.hpp>
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

int main() {
    ls::cpu device;
    ls::ppo<ls::envs::reachers, ls::cpu> learner(device, {.steps = 150'000});
    double const before = ls::evaluate(device, learner.policy()).mean_return;
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    double const after = ls::evaluate(device, learner.policy()).mean_return;
    std::printf("return %.1f, %.1f before the training\n", after, before);
}
