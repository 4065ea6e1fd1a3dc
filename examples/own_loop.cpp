// SPDX-License-Identifier: MIT
// A loop of your own around a learner: the learning rate falls on a schedule, the policy is evaluated now and then, the best one
// is kept, and the training stops when it is good enough or no longer gets better.

#include <cstddef>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

using learner_type = ls::ppo<ls::envs::pendulum, ls::cpu>;

struct settings {
    ls::ppo_config learner{.steps = 1'000'000, .learning_rate = 1e-3f, .final_learning_rate = 1e-4f, .discount = 0.95f};
    std::size_t evaluate_every = 5;  // iterations
    std::size_t patience = 10;       // evaluations without a better policy
    float good_enough = -160;        // return
};

std::vector<ls::option<settings>> const options_beside_the_learner = {
    {"evaluate_every", &settings::evaluate_every, "iterations between two evaluations"},
    {"patience", &settings::patience, "evaluations without a better policy after which the training stops"},
    {"good_enough", &settings::good_enough, "the return at which the training stops"},
};

int main(int argc, char** argv) try {
    auto options = ls::options_of(&settings::learner);
    options.insert(options.end(), options_beside_the_learner.begin(), options_beside_the_learner.end());
    auto const chosen = ls::parse_options(argc, argv, options);
    if (chosen.evaluate_every == 0) {
        throw std::invalid_argument("--evaluate_every is 0; it must be 1 or more");
    }

    ls::cpu device;
    learner_type learner(device, chosen.learner);
    ls::require_writable("own_loop.policy");
    ls::require_absent("own_loop.policy", "move or remove it to train anew");
    double best = -1e30;
    std::size_t since_best = 0;
    char const* reason = "there are no more steps";
    while (!learner.done()) {
        auto const metrics = learner.iterate();
        if (learner.iterations() % chosen.evaluate_every != 0 && !learner.done()) {
            continue;
        }
        double const found = ls::evaluate(device, learner.policy()).mean_return;
        std::printf("%7zu steps   learning rate %.1e   return %.0f\n", learner.total_steps(), metrics.learning_rate, found);
        since_best = found > best ? 0 : since_best + 1;
        if (found > best) {
            best = found;
            ls::save("own_loop.policy", learner.policy());
        }
        if (best >= static_cast<double>(chosen.good_enough)) {
            reason = "the policy is good enough";
            break;
        }
        if (since_best >= chosen.patience) {
            reason = "the policy no longer gets better";
            break;
        }
    }
    std::printf("stopped, since %s; own_loop.policy has the return %.0f\n", reason, best);
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
