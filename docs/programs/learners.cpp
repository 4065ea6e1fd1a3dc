// SPDX-License-Identifier: MIT
// The loop is yours: stop early, keep the best policy, save what is needed to go on.
// prints: stopped after [0-9]+ steps, best return -1[0-9][0-9]

#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

int main() {
    ls::cpu device;
    ls::ppo<ls::envs::pendulum, ls::cpu> learner(device, {.steps = 500'000, .seed = 7});
    auto best_policy = learner.policy();
    double best_return = -10'000;
    while (!learner.done() && best_return < -160) {
        ls::ppo_metrics const metrics = learner.iterate();
        if (metrics.iteration % 20 == 0) {
            auto const result = ls::evaluate(device, learner.policy());
            if (best_return < result.mean_return) {
                best_return = result.mean_return;
                best_policy = learner.policy();
            }
        }
    }
    ls::save("pendulum.policy", best_policy);
    ls::save_checkpoint("pendulum.checkpoint", learner);
    std::printf("stopped after %zu steps, best return %.0f\n", learner.total_steps(), best_return);
}
