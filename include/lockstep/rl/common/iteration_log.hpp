// SPDX-License-Identifier: MIT
// Numbers and times the iterations of a learner.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/clock.hpp>
#include <lockstep/rl/common/metrics.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>

namespace lockstep {

class iteration_log {
public:
    /// `warnings` are for the metrics of the first iteration. `compiles` says whether the device compiles kernels in it.
    explicit iteration_log(std::vector<std::string> warnings = {}, bool compiles = false)
        : warnings_(std::move(warnings)), compiles_(compiles) {}

    std::size_t iterations() const { return iterations_; }

    /// Call it when an iteration begins. `steps` is the number of environment steps since training began.
    void begin(std::size_t steps) {
        steps_ = steps;
        began_ = steady_seconds();
    }

    /// Call it when an iteration ends. Writes the members of iteration_metrics to `m`. `ended` has the sums over the episodes
    /// that ended in this iteration, and `total_steps` is the number of steps that the training is to take.
    void end(std::size_t steps, std::size_t total_steps, rollout_sums<float> const& ended, iteration_metrics& m) {
        double const took = steady_seconds() - began_;
        seconds_ += took;
        nonfinite_episodes_ += static_cast<std::size_t>(ended.nonfinite);
        m.iteration = ++iterations_;
        m.steps = steps;
        m.total_steps = total_steps;
        m.seconds = seconds_;
        m.steps_per_second = static_cast<double>(steps - steps_) / took;
        m.episodes = static_cast<std::size_t>(ended.episodes);
        m.episode_return = m.episodes > 0 ? static_cast<double>(ended.episode_return / ended.episodes) : std::nan("");
        m.episode_length = m.episodes > 0 ? static_cast<double>(ended.episode_length / ended.episodes) : std::nan("");
        m.nonfinite_episodes = nonfinite_episodes_;
        m.warnings = std::exchange(warnings_, {});
        m.seconds_with_compilation = std::exchange(compiles_, false) ? took : 0;
    }

    /// Calls visit(name, number) for each member that a checkpoint holds.
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("iteration", iterations_);
        visit("nonfinite_episodes", nonfinite_episodes_);
        visit("seconds", seconds_);
    }

private:
    std::vector<std::string> warnings_;
    bool compiles_;
    std::size_t iterations_ = 0;
    std::size_t steps_ = 0;
    std::size_t nonfinite_episodes_ = 0;
    double seconds_ = 0;
    double began_ = 0;
};

}  // namespace lockstep
