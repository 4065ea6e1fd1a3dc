// SPDX-License-Identifier: MIT
// A training that can be stopped at any time: run it again, and it goes on. The second half here trains for longer than planned.
// prints: 30[0-9]+ steps, then 60[0-9]+

#include <cstdio>
#include <filesystem>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

using learner_type = ls::ppo<ls::envs::pendulum, ls::cpu>;

std::size_t train(std::size_t steps) {
    ls::cpu device;
    ls::ppo_config config{.steps = steps};
    bool const resumes = std::filesystem::exists("pendulum.checkpoint");
    if (resumes) {
        config = ls::with_sizes_of("pendulum.checkpoint", config);  // the sizes that followed from the steps of then
    }
    learner_type learner(device, config);
    if (resumes) {
        ls::load_checkpoint("pendulum.checkpoint", learner);
    }
    ls::interrupt const interrupt;  // Ctrl-C, or SIGTERM of a cluster
    ls::periodic_checkpoint checkpoint("pendulum.checkpoint");
    while (!learner.done() && !interrupt.requested()) {
        learner.iterate();
        checkpoint.update(learner);  // writes once a minute
    }
    ls::save_checkpoint("pendulum.checkpoint", learner);
    return learner.total_steps();
}

int main() {
    std::size_t const first = train(30'000);
    std::printf("%zu steps, then %zu\n", first, train(60'000));
}
