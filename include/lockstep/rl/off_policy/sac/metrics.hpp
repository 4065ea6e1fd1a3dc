// SPDX-License-Identifier: MIT
// What one iteration of soft actor-critic reports.
#pragma once

#include <cstddef>

#include <lockstep/rl/off_policy/metrics.hpp>
#include <lockstep/rl/off_policy/sac/update.hpp>

namespace lockstep {

/// The metrics of SAC. policy_loss is the mean of temperature * log probability - the smaller of both critics' values.
struct sac_metrics : off_policy_metrics {
    double entropy;      ///< of the squashed policy, estimated from its draws, in nats
    double temperature;  ///< at the end of the iteration
};

/// Calls visit(name, value) for each number in order. These are the columns of every table of metrics.
template <class Visit>
constexpr void for_each_column(sac_metrics const& row, Visit&& visit) {
    for_each_column(static_cast<off_policy_metrics const&>(row), visit);
    visit("entropy", row.entropy);
    visit("temperature", row.temperature);
}

inline void describe(sac_progress const& p, std::size_t updates, std::size_t actor_updates, sac_metrics& m) {
    describe(static_cast<off_policy_progress const&>(p), updates, actor_updates, static_cast<off_policy_metrics&>(m));
    m.entropy = -mean_over(p.log_prob, actor_updates);
    m.temperature = static_cast<double>(p.temperature);
}

}  // namespace lockstep
