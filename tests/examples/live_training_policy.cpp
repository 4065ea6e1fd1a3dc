// SPDX-License-Identifier: MIT
// live_training_policy OUTPUT: trains Pendulum as the page of examples/live_training does when it is told the seed 3, and writes
// the policy. live_training.py compares the two files.

#include <cstdio>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "%s OUTPUT\n", argv[0]);
        return 2;
    }
    ls::cpu device;
    ls::ppo<ls::envs::pendulum, ls::cpu> learner(device, {.steps = 100'000, .seed = 3});
    while (!learner.done()) {
        learner.iterate();
    }
    ls::save(argv[1], learner.policy());
}
