// SPDX-License-Identifier: MIT
// Soft actor-critic: trains the inverted pendulum in seconds, with few steps of the environment, and writes a page that shows it.

#include <cstdio>
#include <exception>

#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/io/viewer.hpp>
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

using layers = ls::hidden_layers<ls::relu_activation, 64, 64>;
using learner_type = ls::sac<ls::envs::inverted_pendulum, ls::cpu, layers>;
constexpr ls::sac_config defaults{.environments = 16, .steps = 20'000, .warmup = 1'000, .batch = 128};

int main(int argc, char** argv) try {
    ls::cpu device;
    learner_type learner(device, ls::parse_options(argc, argv, ls::options_of<ls::sac_config>(), defaults));
    ls::require_writable("train_sac.policy");
    ls::require_absent("train_sac.policy", "move or remove it to train anew");
    ls::require_writable("train_sac.html");
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    ls::save("train_sac.policy", learner.policy());
    ls::write_viewer("train_sac.html", {ls::animate(learner.policy())}, {.title = "InvertedPendulum, SAC"});
    auto const result = ls::evaluate(device, learner.policy());
    std::printf("the pole stands for %.0f of 1000 steps; train_sac.html shows it\n", result.mean_length);
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
