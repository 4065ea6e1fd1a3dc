// SPDX-License-Identifier: MIT
// How long SAC, TD3 and PPO take on Pendulum-v1 until the policy without noise returns -200 on average over 128 episodes that
// always begin alike: ten seeds each, two hidden layers of 64, on one thread. The evaluations are not counted.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr double goal = -200;

/// The median over the seeds of the seconds by the caller's clock; ends the program if one does not get there.
template <class Learner>
double median_time(char const* name, ls::cpu& device, typename Learner::config_type config) {
    std::vector<double> seconds;
    std::vector<std::size_t> steps;
    for (config.seed = 1; config.seed <= 10; ++config.seed) {
        Learner learner(device, config);
        double spent = 0, reached = goal - 1;
        while (reached < goal) {
            if (learner.done()) {
                std::fprintf(stderr, "time_to_return: %s with seed %llu stayed at %.0f\n", name,
                             static_cast<unsigned long long>(config.seed), reached);
                std::exit(1);
            }
            double const begin = bench::thread_cpu_seconds();
            learner.iterate();
            spent += bench::thread_cpu_seconds() - begin;
            reached = ls::evaluate(device, learner.policy()).mean_return;
        }
        seconds.push_back(spent);
        steps.push_back(learner.total_steps());
    }
    std::sort(seconds.begin(), seconds.end());
    std::sort(steps.begin(), steps.end());
    double const median = bench::median(seconds);
    std::printf("  %s: median %.3f s (%.3f to %.3f), %zu steps (%zu to %zu)\n", name, median, seconds.front(), seconds.back(),
                steps[5], steps.front(), steps.back());
    return median;
}

}  // namespace

int main() {
    using env = ls::envs::pendulum;
    using narrow = ls::hidden_layers<ls::relu_activation, 64, 64>;
    ls::cpu device({.threads = 1});
    std::printf("Pendulum-v1 to a return of %.0f, ten seeds, one thread by its clock\n", goal);
    double const sac = median_time<ls::sac<env, ls::cpu, narrow>>("SAC", device,
                                                                  {.steps = 20'000,
                                                                   .horizon = 16,
                                                                   .warmup = 256,
                                                                   .capacity = 20'000,
                                                                   .batch = 100,
                                                                   .actor_learning_rate = 3e-3f,
                                                                   .critic_learning_rate = 3e-3f,
                                                                   .temperature_learning_rate = 3e-3f,
                                                                   .discount = 0.95f,
                                                                   .target_rate = 0.02f});
    double const td3 = median_time<ls::td3<env, ls::cpu, narrow>>("TD3", device,
                                                                  {.steps = 20'000,
                                                                   .horizon = 16,
                                                                   .warmup = 256,
                                                                   .capacity = 20'000,
                                                                   .batch = 100,
                                                                   .actor_learning_rate = 3e-3f,
                                                                   .critic_learning_rate = 3e-3f,
                                                                   .exploration_noise = 0.3f,
                                                                   .discount = 0.95f,
                                                                   .target_rate = 0.02f});
    double const ppo = median_time<ls::ppo<env, ls::cpu, narrow>>("PPO", device,
                                                                  {.environments = 16,
                                                                   .steps = 400'000,
                                                                   .horizon = 256,
                                                                   .epochs = 2,
                                                                   .minibatch = 256,
                                                                   .learning_rate = 1e-3f,
                                                                   .final_learning_rate = 1e-3f,
                                                                   .discount = 0.9f,
                                                                   .lambda = 0.95f,
                                                                   .gradient_norm = 0,
                                                                   .target_kl = 0,
                                                                   .initial_deviation = 1});
    std::printf("time_to_return: SAC %.3f s, TD3 %.3f s, PPO %.3f s\n", sac, td3, ppo);
}
