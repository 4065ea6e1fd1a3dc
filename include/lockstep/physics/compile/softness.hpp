// SPDX-License-Identifier: MIT
// From MuJoCo's parameters of a constraint to the numbers that its rows read (MuJoCo documentation, "Solver parameters").
#pragma once

#include <cstddef>

#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// softness -> impedance. MuJoCo keeps the time constant above two steps and the impedance inside (0, 1).
constexpr impedance impedance_of(softness const& s, double timestep, double inverse_weight) {
    auto const inside = [](double x) { return x < 0.0001 ? 0.0001 : x > 0.9999 ? 0.9999 : x; };
    impedance result{.dmin = inside(s.solimp[0]),
                     .dmax = inside(s.solimp[1]),
                     .width = s.solimp[2] > 0 ? s.solimp[2] : 0,
                     .midpoint = inside(s.solimp[3]),
                     .power = s.solimp[4] > 1 ? s.solimp[4] : 1,
                     .margin = s.margin,
                     .inverse_weight = inverse_weight};
    double const dmax = result.dmax;
    if (s.solref[0] > 0) {
        double const time = s.solref[0] > 2 * timestep ? s.solref[0] : 2 * timestep;
        result.stiffness = 1 / (dmax * dmax * time * time * s.solref[1] * s.solref[1]);
        result.damping = 2 / (dmax * time);
    } else {
        result.stiffness = -s.solref[0] / (dmax * dmax);
        result.damping = -s.solref[1] / dmax;
    }
    return result;
}

/// The parameters of a contact of two geoms: the mean of both (MuJoCo's solmix 1), margins added. Of solref the lesser
/// where one gives stiffness and damping themselves, by numbers below zero.
constexpr softness mixed(softness const& a, softness const& b) {
    softness result{.margin = a.margin + b.margin};
    bool const times = a.solref[0] > 0 && b.solref[0] > 0;
    for (std::size_t i = 0; i < 2; ++i) {
        double const lesser = a.solref[i] < b.solref[i] ? a.solref[i] : b.solref[i];
        result.solref[i] = times ? 0.5 * (a.solref[i] + b.solref[i]) : lesser;
    }
    for (std::size_t i = 0; i < 5; ++i) {
        result.solimp[i] = 0.5 * (a.solimp[i] + b.solimp[i]);
    }
    return result;
}

}  // namespace lockstep::physics
