// SPDX-License-Identifier: MIT
// An option of a bundled environment.
// prints: return -[1-9][0-9], -[0-9][0-9][0-9][0-9] before the training

#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

int main() {
    ls::cpu device;
    ls::ppo<ls::envs::pendulum, ls::cpu> learner(device, {.steps = 50'000}, ls::envs::pendulum{.g = 3.7});
    double const before = ls::evaluate(device, learner.policy(), {}, learner.env()).mean_return;
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    auto const result = ls::evaluate(device, learner.policy(), {}, learner.env());
    std::printf("return %.0f, %.0f before the training\n", result.mean_return, before);
}
