// SPDX-License-Identifier: MIT
// The impedance and the weight of a soft constraint (MuJoCo documentation, "Computation: Constraint model, Parameters").
#pragma once

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Returns x^power for 0 <= x <= 1 and a constant power of at least 1.
template <real R>
LOCKSTEP_INLINE R power_of(R const& x, double power) {
    if (power > 16 || power != static_cast<int>(power)) {
        return exp(R(power) * log(max(x, R(1e-30))));
    }
    R result = x;
    for (int k = 1; k < static_cast<int>(power); ++k) {
        result = result * x;
    }
    return result;
}

/// Returns the impedance d(r), which is in (0, 1). It is dmin at no violation, dmax from a violation of `width` on, and between
/// the two a spline of two powers. If the width is 0, it is the mean of dmin and dmax.
template <real R>
LOCKSTEP_INLINE R impedance_at(impedance const& i, R const& violation) {
    if (i.width <= 1e-15 || i.dmin == i.dmax) {
        return R(0.5 * (i.dmin + i.dmax));
    }
    R const x = min(abs(violation) * R(1 / i.width), R(1));
    R y = x;
    if (i.power != 1) {
        double const low = i.midpoint, high = 1 - i.midpoint;
        R const below = R(low) * power_of(x * R(1 / low), i.power);
        R const above = R(1) - R(high) * power_of((R(1) - x) * R(1 / high), i.power);
        y = select(x < R(low), below, above);
    }
    return R(i.dmin) + R(i.dmax - i.dmin) * y;
}

template <real R>
struct constraint_response {
    R weight;    // D = 1 / R, the weight of a row in the cost; 0 where the constraint is not violated
    R recovery;  // stiffness * d(r) * r: aref = -damping * v - recovery
};

/// Returns the response of a constraint at a distance (m or rad). Below the margin the constraint is violated. `inverse_weight`
/// is used in place of i.inverse_weight.
template <real R>
LOCKSTEP_INLINE constraint_response<R> respond(impedance const& i, R const& distance, R const& inverse_weight) {
    R const violation = distance - R(i.margin);
    R const d = impedance_at(i, violation);
    R const weight = d / ((R(1) - d) * inverse_weight);
    return {select(violation < R(0), weight, R(0)), R(i.stiffness) * d * violation};
}
template <real R>
LOCKSTEP_INLINE constraint_response<R> respond(impedance const& i, R const& distance) {
    return respond(i, distance, R(i.inverse_weight));
}

}  // namespace lockstep::physics
