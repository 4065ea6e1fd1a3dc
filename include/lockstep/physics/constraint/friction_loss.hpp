// SPDX-License-Identifier: MIT
// Dry friction of a joint: a row of the constraint problem whose force is at most the friction loss (MuJoCo documentation,
// "Computation: Constraint model, Friction loss"). Its cost is quadratic where the residual is small. Where the residual is
// large, the cost is linear and the force is the whole friction loss. Two bits of the active set belong to the row: the first is
// set if the residual is far below zero, the second if it is far above zero.
#pragma once

#include <lockstep/core/real.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// Returns D, the row's weight in the quadratic zone. The violation is zero, so the impedance is dmin. If the width is 0, it is
/// the mean of dmin and dmax.
constexpr double friction_weight(impedance const& i) {
    double const at_rest = i.width > 1e-15 ? i.dmin : 0.5 * (i.dmin + i.dmax);
    return at_rest / ((1 - at_rest) * i.inverse_weight);
}

/// Returns `word` with the row's bits. They say where the force is the whole friction loss. `residual` is the acceleration
/// minus aref.
template <real R, class Model>
LOCKSTEP_INLINE R with_friction(Model const& m, model::dof const& d, R const& residual, R const& word) {
    R const most(friction_loss_of(m, d) / typename Model::number(friction_weight(d.friction)));
    return with_bit(with_bit(word, residual < -most, d.friction_row.bit), most < residual, d.friction_row.bit + 1);
}

/// Returns the force along the joint (N or N m). `residual` is the acceleration minus aref.
template <real R, class Model>
LOCKSTEP_INLINE R friction_force(Model const& m, model::dof const& d, R const& residual) {
    auto const loss = friction_loss_of(m, d);
    return clamp(R(-friction_weight(d.friction)) * residual, R(-loss), R(loss));
}

/// Returns `word` with the row's bits as in `other`.
template <real R>
LOCKSTEP_INLINE R with_friction_of(model::dof const& d, R const& other, R const& word) {
    int const below = d.friction_row.bit;
    return with_bit(with_bit(word, bit(other, below), below), bit(other, below + 1), below + 1);
}

/// Adds the row to `diagonal` and `force`, the diagonal of its dof and the force on it. `word` has the row's bits.
template <real R, class Model>
LOCKSTEP_INLINE void add_friction(Model const& m, model::dof const& d, reference_acceleration<R> const& aref, R const& word,
                                  R& diagonal, R& force) {
    mask_t<R> const below = bit(word, d.friction_row.bit), above = bit(word, d.friction_row.bit + 1);
    R const weight = select(below || above, R(0), R(friction_weight(d.friction))), loss(friction_loss_of(m, d));
    diagonal = diagonal + weight;
    force = force + (select(below, loss, select(above, -loss, R(0))) - weight * -aref);
}

}  // namespace lockstep::physics
