// SPDX-License-Identifier: MIT
// The reference acceleration of a row, MuJoCo's aref (MuJoCo documentation, "Computation: Constraint model"). The residual of a
// row is J a - aref.
#pragma once

#include <lockstep/core/macros.hpp>

namespace lockstep::physics {

/// aref = -damping * v - stiffness * d(r) * r, along one row (T is R) or along three axes (T is vec3<R>). Only -aref is kept: the
/// residual at zero acceleration. So a residual is computed as a sum. If aref were kept, a recorded program would have
/// differences in place of these sums, and might fuse other products (program/fuse.hpp).
template <class T>
struct reference_acceleration {
    T negated;  // m/s^2 or rad/s^2: damping * v + stiffness * d(r) * r

    LOCKSTEP_INLINE T operator-() const { return negated; }
    friend LOCKSTEP_INLINE T operator-(T const& acceleration, reference_acceleration const& aref) {
        return acceleration + aref.negated;
    }
};

}  // namespace lockstep::physics
