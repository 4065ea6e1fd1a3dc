// SPDX-License-Identifier: MIT
// Seconds of wall-clock time until PPO's policy for HalfCheetah returns 5000 by its mean action, evaluations included.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

/// Chosen for little time, not for few steps.
ls::ppo_config configuration(std::uint64_t seed) {
    return {.environments = 1024,
            .steps = 10'000'000,
            .seed = seed,
            .horizon = 16,
            .epochs = 4,
            .minibatch = 2048,
            .learning_rate = 7e-4f,
            .discount = 0.98f,
            .lambda = 0.95f,
            .gradient_norm = 0.5f,
            .target_kl = 0,
            .initial_deviation = 1.08f};
}

}  // namespace

int main(int argc, char** argv) {
    double const goal = argc > 1 ? std::atof(argv[1]) : 5000;
    double const patience = argc > 2 ? std::atof(argv[2]) : 120;  // seconds a seed
    ls::cpu device;
    std::vector<double> seconds;
    std::printf("PPO on HalfCheetah, 1024 environments, %zu threads: seconds to a deterministic return of %.0f\n",
                device.threads(), goal);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        double const begin = bench::wall_seconds();
        double reached = std::numeric_limits<double>::infinity();
        double evaluated = begin;
        ls::evaluation last{};
        ls::ppo<ls::envs::half_cheetah, ls::cpu> learner(device, configuration(seed));
        while (!learner.done() && bench::wall_seconds() - begin < patience) {
            learner.iterate();
            if (bench::wall_seconds() - evaluated > 0.5 || learner.done()) {
                evaluated = bench::wall_seconds();
                last = ls::evaluate(device, learner.policy(), {.episodes = 32});
                if (last.mean_return >= goal) {
                    last = ls::evaluate(device, learner.policy(), {.episodes = 128, .seed = 1'000 + seed});  // not by luck
                }
                if (last.mean_return >= goal) {
                    reached = bench::wall_seconds() - begin;
                    break;
                }
            }
        }
        seconds.push_back(reached);
        std::printf("  seed %llu: %6.1f s, %zu steps, return %.0f +- %.0f over %zu episodes\n",
                    static_cast<unsigned long long>(seed), reached, learner.total_steps(), last.mean_return, last.standard_error,
                    last.episodes);
        std::fflush(stdout);
    }
    std::printf("ppo_half_cheetah: %.1f s\n", bench::median(seconds));
}
