// SPDX-License-Identifier: MIT
// Robots that are thrown together anyhow, around the ground: joints about their ranges, slow or fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robots/humanoid.hpp>
#include <lockstep/physics/robots/humanoid_standup.hpp>
#include <lockstep/physics/robots/walker2d.hpp>

namespace physics_test {

struct thrown_state {
    std::vector<double> qpos, qvel, ctrl;

    thrown_state(lockstep::physics::model const& m, std::uint32_t number)
        : qpos(m.qpos_size()), qvel(m.qvel_size()), ctrl(m.ctrl_size()) {
        lockstep::random<double> random(1, number, 0);
        double const speed = lockstep::exp(random.uniform(-2, 3.5));
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            auto const& d = m.dofs[i];
            qvel[i] = speed * random.normal();
            if (d.type == lockstep::physics::dof_type::rotation) {
                if (d.index == 0) {
                    turn(qpos.data() + d.qpos, random);
                }
            } else if (d.limited) {
                double const beyond = 0.1 * (d.range[1] - d.range[0]);
                qpos[d.qpos] = random.uniform(d.range[0] - beyond, d.range[1] + beyond);
            } else {
                bool const turns = d.type == lockstep::physics::dof_type::hinge;
                qpos[d.qpos] = turns ? random.uniform(-3, 3) : random.uniform(-0.5, 1.3);
            }
        }
        for (double& control : ctrl) {
            control = random.uniform(-1, 1);
        }
    }

private:
    static void turn(double* quaternion, lockstep::random<double>& random) {
        double squared = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            quaternion[k] = random.normal();
            squared += quaternion[k] * quaternion[k];
        }
        for (std::size_t k = 0; k < 4; ++k) {
            quaternion[k] /= lockstep::sqrt(squared);
        }
    }
};

/// Those of the first 30000 states of three robots in which the active sets of whole Newton steps go round in circles.
inline std::vector<std::uint32_t> circles(lockstep::physics::model const& m) {
    if (&m == &lockstep::physics::walker2d_model) {
        return {20926, 21848};
    }
    if (&m == &lockstep::physics::humanoid_model) {
        return {2464, 12453, 14293, 16567};
    }
    return &m == &lockstep::physics::humanoid_standup_model ? std::vector<std::uint32_t>{5484, 10288, 17407, 23390, 23797}
                                                            : std::vector<std::uint32_t>{};
}

}  // namespace physics_test
