// SPDX-License-Identifier: MIT
// Trains with five seeds, and leaves a page that shows them as one: the median of their returns, and their middle half.
// prints: median return -[1-9]

#include <cstdio>
#include <vector>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

using learner_type = ls::ppo<ls::envs::pendulum, ls::cpu>;

int main() {
    ls::cpu device;
    ls::ppo_config config{.steps = 100'000};
    ls::training_report report;
    report.title = "Pendulum, PPO";
    report.configuration = ls::configuration_table(config);
    std::vector<double> returns;
    for (config.seed = 1; config.seed <= 5; ++config.seed) {
        learner_type learner(device, config);
        ls::learning_curve curve(report.title);
        while (!learner.done()) {
            curve.append(learner.iterate());
        }
        ls::evaluation const result = ls::evaluate(device, learner.policy());
        report.seeds.push_back({config.seed, curve.line(), result});
        returns.push_back(result.mean_return);
    }
    ls::save_report("several_seeds.html", report);
    std::printf("median return %.0f\n", ls::quantile(returns, 0.5));
}
