// SPDX-License-Identifier: MIT
// The number of steps that fit into a given time. The learning rates depend on it: they must have fallen when the time is over.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include <lockstep/device/cpu.hpp>

#include "../timing.hpp"

namespace bench {

/// Rounded down to two digits.
inline std::size_t round_number(double steps) {
    double const unit = std::pow(10.0, std::floor(std::log10(steps)) - 1);
    return static_cast<std::size_t>(std::floor(steps / unit) * unit);
}

/// The steps of a training that takes `seconds` of each of the device's threads. A training of `like` steps, configured by
/// config_of(steps), is run until a twentieth of the time is over; its speed is that of the second half, in which every learner
/// updates. What counts is the time of the processor, so that other programs change nothing.
template <class Learner, class ConfigOf>
std::size_t steps_in(lockstep::cpu& device, double seconds, ConfigOf const& config_of, std::size_t like) {
    double const budget = seconds * static_cast<double>(device.threads()), begin = process_cpu_seconds();
    auto const spent = [&] { return process_cpu_seconds() - begin; };
    double middle = 0, speed = 0;
    std::size_t steps_before = 0;
    while (speed == 0) {  // several trainings, if one does not take so long
        Learner learner(device, config_of(like));
        for (middle = 0; !learner.done() && speed == 0;) {
            learner.iterate();
            if (middle == 0 && budget / 40 < spent()) {
                middle = spent();
                steps_before = learner.total_steps();
            } else if (budget / 20 < spent() && steps_before < learner.total_steps()) {
                speed = static_cast<double>(learner.total_steps() - steps_before) / (spent() - middle);
            }
        }
    }
    std::size_t const steps = round_number(speed * budget);
    std::printf("%.0f steps a second of the processor: %zu steps in %.0f s of %zu threads\n", speed, steps, seconds,
                static_cast<std::size_t>(device.threads()));
    return steps;
}

}  // namespace bench
