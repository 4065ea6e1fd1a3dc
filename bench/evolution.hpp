// SPDX-License-Identifier: MIT
// How long augmented random search takes with its defaults until its policy, without perturbation, reaches a given return.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/evaluate.hpp>

#include "timing.hpp"

namespace bench {

/// The median over five seeds of the processor seconds of all threads, divided by their number: what the clock shows on a free
/// machine. The defaults were not chosen with these seeds. Every fifth iteration is followed by an evaluation over 64 episodes,
/// whose time does not count. Ends the program if the median seed does not reach the goal.
template <class Env>
double median_search_time(char const* name, double goal, std::size_t most_steps) {
    namespace ls = lockstep;
    constexpr std::uint64_t first_seed = 901;
    constexpr double never = 1e30;
    ls::cpu device;
    std::vector<double> seconds;
    for (std::uint64_t seed = first_seed; seed < first_seed + 5; ++seed) {
        ls::ars<Env, ls::cpu> learner(device, {.steps = most_steps, .seed = seed});
        double spent = 0, reached = goal - 1;
        while (reached < goal && !learner.done()) {
            double const begin = process_cpu_seconds();
            for (int i = 0; i < 5 && !learner.done(); ++i) {
                learner.iterate();
            }
            spent += (process_cpu_seconds() - begin) / static_cast<double>(device.threads());
            reached = ls::evaluate(device, learner.policy(), {.episodes = 64}).mean_return;
        }
        std::printf("  %s, seed %llu: %6.2f s, %9zu steps, return %.0f%s\n", name, static_cast<unsigned long long>(seed), spent,
                    learner.total_steps(), reached, reached < goal ? ", not there" : "");
        std::fflush(stdout);
        seconds.push_back(reached < goal ? never : spent);
    }
    double const middle = median(seconds);
    if (middle >= never) {
        std::printf("%s: most seeds did not reach %.0f within %zu steps\n", name, goal, most_steps);
        std::exit(1);
    }
    return middle;
}

}  // namespace bench
