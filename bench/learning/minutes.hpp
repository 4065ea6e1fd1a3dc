// SPDX-License-Identifier: MIT
// The number of steps that fit into a given time. The learning rates depend on it: they must have fallen when the time is over.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "../timing.hpp"

namespace bench {

/// Rounded down to two digits.
inline std::size_t round_number(double steps) {
    double const unit = std::pow(10.0, std::floor(std::log10(steps)) - 1);
    return static_cast<std::size_t>(std::floor(steps / unit) * unit);
}

/// Steps that a learner takes in a second of `clock`: those of the second half of `seconds`, in which every learner updates.
/// Several trainings, if one does not take so long.
template <class Learner, class Device, class Config, class Clock>
double steps_a_second(Device& device, Config const& config, double seconds, Clock const& clock) {
    double const begin = clock();
    while (true) {
        Learner learner(device, config);
        double middle = 0;
        std::size_t steps_before = 0;
        while (!learner.done()) {
            learner.iterate();
            double const spent = clock() - begin;
            if (middle == 0 && seconds / 2 < spent) {
                middle = spent;
                steps_before = learner.total_steps();
            } else if (seconds < spent && steps_before < learner.total_steps()) {
                return static_cast<double>(learner.total_steps() - steps_before) / (spent - middle);
            }
        }
    }
}

/// The steps of a training that takes `seconds` of each of the device's threads. A training of `like` steps, configured by
/// config_of(steps), gives a first estimate; then one of as many steps as estimated is measured, since sizes depend on them. Each
/// takes a twentieth of the time. What counts is the time of the processor, so that other programs change nothing.
template <class Learner, class Device, class ConfigOf, class Clock = double (*)()>
std::size_t steps_in(Device& device, double seconds, ConfigOf const& config_of, std::size_t like,
                     Clock const& clock = process_cpu_seconds) {
    double const threads = static_cast<double>(device.threads()), budget = seconds * threads;
    std::size_t steps = like;
    double speed = 0;
    for (int i = 0; i < 2; ++i) {
        speed = steps_a_second<Learner>(device, config_of(steps), budget / 20, clock);
        steps = round_number(speed * budget);
    }
    std::printf("%.0f steps a second of the processor: %zu steps in %.0f s of %.0f threads\n", speed, steps, seconds, threads);
    return steps;
}

}  // namespace bench
