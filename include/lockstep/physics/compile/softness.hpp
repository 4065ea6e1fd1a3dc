// SPDX-License-Identifier: MIT
// From MuJoCo's parameters of a constraint to its impedance (MuJoCo documentation, "Solver parameters").
#pragma once

#include <string_view>

#include <lockstep/physics/compile/inverse_weight.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/dynamics/mass.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns the impedance of a softness. `timestep` is in s. As in MuJoCo, the time constant is at least two time steps, dmin,
/// dmax and the midpoint stay inside (0, 1), and the power is at least 1.
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

/// Returns the inverse inertia (1/kg) of a body for a force: MuJoCo's body_invweight0. `at` is the placement of the body. If the
/// body has no mass, its position in its parent stands for its centre of mass, as in MuJoCo.
constexpr double inverse_weight_of(body const& b, placement const& at, reference_pose const& pose) {
    rigid const own = rigid_of(b);
    return pose.of_point(at.body, at.position + at.orientation * (own.mass > 0 ? own.center : b.position));
}

/// Returns the impedance of a row of a contact: of the normal, or of an edge of the pyramid. `name` is the name of a geom, for
/// errors. `inverse_weight` is the sum of the inverse weights of the bodies that touch. Throws std::invalid_argument if condim is
/// neither 1 nor 3.
constexpr impedance impedance_of(contact_pair const& touch, std::string_view name, robot const& r, double inverse_weight) {
    if (touch.condim != 1 && touch.condim != 3) {
        refuse("geom", name, "has contacts of a condim that is neither 1 nor 3");
    }
    impedance result = impedance_of(touch.contact, r.timestep, inverse_weight);
    bool const pyramid = touch.condim == 3 && r.cone == cone_type::pyramidal;
    double const mu = touch.friction, least = 1e-15 * result.dmax / (1 - result.dmax);  // MuJoCo's least R, for what cannot move
    double const row = pyramid ? inverse_weight * (1 + mu * mu) : inverse_weight, kept = row > least ? row : least;
    // An edge n + mu t, with R scaled so that the pyramid is as stiff as the cone it replaces.
    result.inverse_weight = pyramid ? kept * 2 * mu * mu / r.impratio : kept;
    return result;
}

}  // namespace lockstep::physics
