// SPDX-License-Identifier: MIT
// The workload of articles: one learner on Pendulum, MountainCarContinuous and HalfCheetah, 1 M steps each.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/evaluate.hpp>

#include "timing.hpp"

namespace bench {

/// Trains with `config` and prints a row. Returns the processor seconds of all threads divided by their number, which the clock
/// shows where nothing else runs. Ends the program if the policy without noise returns less than `learned`.
template <class Learner>
double article_row(char const* name, double learned, typename Learner::config_type const& config) {
    lockstep::cpu device;
    Learner learner(device, config);
    double const begin = process_cpu_seconds(), wall = wall_seconds();
    while (!learner.done()) {
        learner.iterate();
    }
    double const seconds = (process_cpu_seconds() - begin) / static_cast<double>(device.threads());
    double const on_clock = wall_seconds() - wall;
    double const reached = lockstep::evaluate(device, learner.policy(), {.episodes = 64}).mean_return;
    std::printf("  %2zu environments, %-22s %7.2f s (%.2f s on the clock), return %.1f\n", config.environments, name, seconds,
                on_clock, reached);
    std::fflush(stdout);
    if (!(reached >= learned)) {
        std::printf("%s returns %.1f and did not learn: %.1f was expected\n", name, reached, learned);
        std::exit(1);
    }
    return seconds;
}

}  // namespace bench
