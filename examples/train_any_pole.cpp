// SPDX-License-Identifier: MIT
// Trains one policy to balance poles of any mass on carts with motors of any strength, on planets of any gravity.

#include <cstdio>
#include <exception>

#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/randomized.hpp>
#include <lockstep/io/viewer.hpp>
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

constexpr ls::ppo_config defaults{.steps = 300'000};

struct any_pole {
    using enum ls::physics::parameter;
    static constexpr ls::physics::variation ranges[] = {
        {mass, "pole", 0.5, 4}, {gear, "slider", 0.5, 2}, {gravity, "", 0.3, 1.5}};
};
using balance = ls::randomized<ls::envs::inverted_pendulum, any_pole>;

int main(int argc, char** argv) try {
    ls::cpu device;
    ls::ppo<balance, ls::cpu> learner(device, ls::parse_options(argc, argv, ls::options_of<ls::ppo_config>(), defaults));
    ls::require_writable("train_any_pole.html");
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    auto const result = ls::evaluate(device, learner.policy());
    std::printf("any pole stands for %.0f of 1000 steps\n", result.mean_length);
    ls::write_viewer("train_any_pole.html", {ls::animate(learner.policy())});
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
