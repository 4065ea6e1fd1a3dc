// SPDX-License-Identifier: MIT
// Trains Pendulum with PPO on a device of OpenCL, and evaluates the policy on the processor.
// prints: with compilation .*return -1[0-9][0-9] over 128 episodes

#include <cstdio>

#include <lockstep/device/opencl.hpp>
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

int main() {
    ls::opencl device;  // the first one
    ls::ppo<ls::envs::pendulum, ls::opencl> learner(device, {.steps = 300'000});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }

    ls::cpu processor;
    auto const result = ls::evaluate(processor, learner.policy());
    std::printf("return %.0f over %zu episodes\n", result.mean_return, result.episodes);
}
