// SPDX-License-Identifier: MIT
// An option of a bundled environment.
// prints: return -[0-9]+ with the gravity of Mars

#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

int main() {
    ls::cpu device;
    ls::ppo<ls::envs::pendulum, ls::cpu> learner(device, {.steps = 50'000}, ls::envs::pendulum{.g = 3.7});
    while (!learner.done()) {
        learner.iterate();
    }
    auto const result = ls::evaluate(device, learner.policy(), {}, learner.env());
    std::printf("return %.0f with the gravity of Mars\n", result.mean_return);
}
