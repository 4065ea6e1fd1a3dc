// SPDX-License-Identifier: MIT
// What an iteration of SHAC reports.
#pragma once

#include <lockstep/rl/common/metrics.hpp>

namespace lockstep {

struct shac_metrics : iteration_metrics {
    double policy_loss;    ///< minus the sum of all discounted rewards and terminal values, divided by environments * horizon
    double value_loss;     ///< half the mean squared error of the critic
    double gradient_norm;  ///< of the actor's first update, before it is clipped
    double cut_share;      ///< share of the steps that passed no gradient: it grew above growth_limit, or was not finite
    double learning_rate;  ///< of the actor
};

template <class Visit>
constexpr void for_each_column(shac_metrics const& row, Visit&& visit) {
    for_each_column(static_cast<iteration_metrics const&>(row), visit);
    visit("policy_loss", row.policy_loss);
    visit("value_loss", row.value_loss);
    visit("gradient_norm", row.gradient_norm);
    visit("cut_share", row.cut_share);
    visit("learning_rate", row.learning_rate);
}

}  // namespace lockstep
