// SPDX-License-Identifier: MIT
// Trains HalfCheetah to run with proximal policy optimisation, on every core of this machine.
// Leaves the policy, a table of the metrics and a picture of the learning curve.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

struct settings {
    std::size_t environments = 1024, steps = 10'000'000, threads = 0;
    std::uint64_t seed = 1;
    std::string output = "half_cheetah", evaluate;
};

std::vector<ls::option<settings>> const options = {
    {"environments", &settings::environments, "that run in lockstep"},
    {"steps", &settings::steps, "of all environments together"},
    {"threads", &settings::threads, "that compute; 0 is one for every core"},
    {"seed", &settings::seed, "of everything random"},
    {"output", &settings::output, "writes NAME.policy, NAME.csv and NAME.svg"},
    {"evaluate", &settings::evaluate, "a policy file to evaluate instead of training"},
};

int main(int argc, char** argv) try {
    auto const chosen = ls::parse_options(argc, argv, options);
    ls::cpu device({.threads = chosen.threads});
    using learner_type = ls::ppo<ls::envs::half_cheetah, ls::cpu>;

    if (!chosen.evaluate.empty()) {
        auto const result = ls::evaluate(device, ls::load<learner_type::policy_type>(chosen.evaluate));
        std::printf("return %.0f +- %.0f over %zu episodes\n", result.mean_return, result.standard_error, result.episodes);
        return 0;
    }

    learner_type learner(device, {.environments = chosen.environments, .steps = chosen.steps, .seed = chosen.seed});
    ls::require_writable(chosen.output + ".policy");
    ls::require_writable(chosen.output + ".svg");
    ls::csv<ls::metrics> table(chosen.output + ".csv");
    ls::learning_curve curve("HalfCheetah, PPO");
    ls::interrupt const interrupt;

    while (!learner.done() && !interrupt.requested() && table.good()) {
        ls::metrics const metrics = learner.iterate();
        ls::report(metrics);
        table.append(metrics);
        curve.append(metrics);
    }

    ls::save(chosen.output + ".policy", learner.policy());
    curve.save(chosen.output + ".svg");
    table.close();
    auto const result = ls::evaluate(device, learner.policy());
    std::printf("return %.0f +- %.0f over %zu episodes of the mean action\n", result.mean_return, result.standard_error,
                result.episodes);
    return interrupt.requested() ? ls::interrupt::exit_code : 0;
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
