// SPDX-License-Identifier: MIT
// HalfCheetah by SHAC: the gradient of the reward runs back through the simulation.
// prints: return [1-9][0-9][0-9][0-9]

#include <cstdio>

#include <lockstep/envs/gradient/half_cheetah.hpp>
#include <lockstep/lockstep.hpp>
#include <lockstep/rl/shac.hpp>

namespace ls = lockstep;

int main() {
    ls::cpu device;
    ls::shac<ls::envs::half_cheetah, ls::cpu> learner(device, {.steps = 300'000, .seed = 2});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    std::printf("return %.0f\n", ls::evaluate(device, learner.policy()).mean_return);
}
