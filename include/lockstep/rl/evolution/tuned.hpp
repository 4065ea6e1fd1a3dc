// SPDX-License-Identifier: MIT
// Configurations of augmented random search that a search found, for linear policies.
//
// Each comment has the returns of the mean action, over at least 64 episodes of each seed. All rows are in
// bench/learning/results/summary.csv.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/rl/common/tuned_entry.hpp>
#include <lockstep/rl/evolution/ars_config.hpp>

namespace lockstep {

inline constexpr std::array tuned_ars = {
    /// Median 357, worst 355 of the seeds 801 to 805 after 992 k steps: 31 iterations, since episodes have 1000 steps.
    tuned_entry<ars_config>{"swimmer",
                            {.directions = 16,
                             .steps = 992'000,
                             .noise = 0.15f,
                             .top_directions = std::size_t(4),
                             .step_size = 0.1f}},
};

}  // namespace lockstep
