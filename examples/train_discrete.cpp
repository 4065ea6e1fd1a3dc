// SPDX-License-Identifier: MIT
// Discrete actions: trains CartPole to balance and Acrobot to swing up, each in about a second.

#include <cstdio>
#include <exception>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

template <class Env>
void train(char const* name) {
    ls::cpu device;
    ls::ppo<Env, ls::cpu> learner(device, {.environments = 256, .steps = 500'000, .horizon = 32, .minibatch = 1024,
                                           .entropy_coefficient = 0.01f});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    auto const best = ls::evaluate(device, learner.policy());
    auto const drawn = ls::evaluate(device, learner.policy(), {.deterministic = false});
    std::printf("%s: return %.0f of the most probable actions, %.0f of drawn ones\n", name, best.mean_return, drawn.mean_return);
}

int main(int, char** argv) try {
    train<ls::envs::cartpole>("CartPole");
    train<ls::envs::acrobot>("Acrobot");
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
