// SPDX-License-Identifier: MIT
// Discrete actions: trains CartPole to balance and Acrobot to swing up, each in about a second.

#include <cstdio>
#include <exception>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

constexpr ls::ppo_config defaults{.steps = 300'000, .entropy_coefficient = 0.01f};

template <class Env>
void train(char const* name, ls::ppo_config const& config) {
    ls::cpu device;
    ls::ppo<Env, ls::cpu> learner(device, config);
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    auto const best = ls::evaluate(device, learner.policy());
    auto const drawn = ls::evaluate(device, learner.policy(), {.deterministic = false});
    std::printf("%s: return %.0f of the most probable actions, %.0f of drawn ones\n", name, best.mean_return, drawn.mean_return);
}

int main(int argc, char** argv) try {
    auto const config = ls::parse_options(argc, argv, ls::options_of<ls::ppo_config>(), defaults);
    train<ls::envs::cartpole>("CartPole", config);
    train<ls::envs::acrobot>("Acrobot", config);
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
