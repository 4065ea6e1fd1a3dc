// SPDX-License-Identifier: MIT
// Moves positions by a displacement along the dofs.
#pragma once

#include <cstddef>
#include <span>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Moves `qpos` (m, rad and quaternions) by `displacement`, which has one number (m or rad) for each dof. The displacements of
/// slides, hinges and translations are added. A quaternion is multiplied by the exponential of its displacement, a rotation
/// vector in the body's own axes, and normalised.
template <real R>
void integrate_position(model const& m, std::span<R> qpos, std::span<R const> displacement) {
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        model::dof const& d = m.dofs[i];
        if (d.type != dof_type::rotation) {
            qpos[d.qpos] = qpos[d.qpos] + displacement[i];
        } else if (d.index == 0) {
            std::span<R, 4> const q(qpos.data() + d.qpos, 4);
            quaternion<R> const turn = rotation_by(vec3<R>{displacement[i], displacement[i + 1], displacement[i + 2]});
            quaternion<R> const turned = normalized(normalized(quaternion<R>{q[0], q[1], q[2], q[3]}) * turn);
            q[0] = turned.w;
            q[1] = turned.x;
            q[2] = turned.y;
            q[3] = turned.z;
        }
    }
}

}  // namespace lockstep::physics
