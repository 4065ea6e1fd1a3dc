// SPDX-License-Identifier: MIT
// HalfCheetah by augmented random search: a linear policy, no gradients.
// prints: return [1-9][0-9][0-9][0-9]? after

#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

int main() {
    ls::cpu device;
    ls::ars<ls::envs::half_cheetah, ls::cpu> learner(device, {.steps = 2'000'000});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    std::printf("return %.0f after %zu steps\n", ls::evaluate(device, learner.policy()).mean_return, learner.total_steps());
}
