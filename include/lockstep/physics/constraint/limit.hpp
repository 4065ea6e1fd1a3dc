// SPDX-License-Identifier: MIT
// The limit of a joint at the nearer end of its range: one row of the constraint problem. If a range is so narrow that both
// limits may be active, see physics/constraint/coupled_limit.hpp.
#pragma once

#include <lockstep/core/real.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/constraint/impedance.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// The row of a limit. It is active where its residual side * (a - aref) is negative.
template <real R>
struct joint_limit {
    R side;                          // 1 at the lower end, -1 at the upper
    R weight;                        // D; 0 in lanes that are not near
    reference_acceleration<R> aref;  // along the joint: m/s^2 or rad/s^2
};

/// Returns the distance (m or rad) to the nearer end of the range. It is negative beyond the range.
template <real R, class Model>
LOCKSTEP_INLINE R distance_to_limit(Model const& m, model::dof const& d, R const& qpos) {
    auto const range = range_of(m, d);
    return min(qpos - R(range[0]), R(range[1]) - qpos);
}

template <real R, class Model>
joint_limit<R> find_limit(Model const& m, model::dof const& d, R const& qpos, R const& qvel) {
    auto const range = range_of(m, d);
    R const above = qpos - R(range[0]), below = R(range[1]) - qpos;
    constraint_response<R> const response = respond(d.limit, min(above, below));
    R const side = select(above < below, R(1), R(-1));
    return {side, response.weight, {.negated = R(d.limit.damping) * qvel + side * response.recovery}};
}

/// Returns `word` with the limit's bit. The bit is set where the limit is near and its residual at `acceleration` is negative.
template <real R>
LOCKSTEP_INLINE R with_limit(model::dof const& d, joint_limit<R> const& limit, R const& acceleration, R const& word) {
    return with_bit(word, limit.side * (acceleration - limit.aref) < R(0) && R(0) < limit.weight, d.row.bit);
}

/// Returns the force along the joint (N or N m) at an acceleration.
template <real R>
LOCKSTEP_INLINE R limit_force(joint_limit<R> const& limit, R const& acceleration) {
    R const residual = acceleration - limit.aref;
    return select(limit.side * residual < R(0), -(limit.weight * residual), R(0));
}

}  // namespace lockstep::physics
