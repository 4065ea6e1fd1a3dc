// SPDX-License-Identifier: MIT
// One seed is one training: with another number of threads, and when it stops and goes on.
// prints: threads: equal, resumed: equal

#include <cstdio>
#include <vector>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

using learner_type = ls::ppo<ls::envs::pendulum, ls::cpu>;
constexpr ls::ppo_config settings{.steps = 30'000, .seed = 3};

std::vector<float> train(std::size_t threads) {
    ls::cpu device({.threads = threads});
    learner_type learner(device, settings);
    while (!learner.done()) {
        learner.iterate();
    }
    return learner.policy().parameters;
}

std::vector<float> train_in_two_parts() {
    ls::cpu device;
    {
        learner_type learner(device, settings);
        for (int i = 0; i < 10; ++i) {
            learner.iterate();
        }
        ls::save_checkpoint("half.checkpoint", learner);
    }
    learner_type learner(device, settings);
    ls::load_checkpoint("half.checkpoint", learner);
    while (!learner.done()) {
        learner.iterate();
    }
    return learner.policy().parameters;
}

int main() {
    std::vector<float> const expected = train(1);
    std::printf("threads: %s, resumed: %s\n", train(2) == expected ? "equal" : "different",
                train_in_two_parts() == expected ? "equal" : "different");
}
