// SPDX-License-Identifier: MIT
// What an iteration of an evolution strategy reports.
#pragma once

#include <lockstep/rl/common/metrics.hpp>

namespace lockstep {

/// The metrics of an iteration. Returns are those of the perturbed policies in training. If evolution_config::survival_bonus is
/// false, returns leave out the same healthy_reward as training does.
struct evolution_metrics : iteration_metrics {
    double best_return;       ///< of all episodes
    double return_deviation;  ///< the standard deviation over all episodes
};

template <class Visit>
constexpr void for_each_column(evolution_metrics const& row, Visit&& visit) {
    for_each_column(static_cast<iteration_metrics const&>(row), visit);
    visit("best_return", row.best_return);
    visit("return_deviation", row.return_deviation);
}

}  // namespace lockstep
