// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <random>

#include <tests/support/mujoco.hpp>

namespace golden {

/// Random states and controls of any robot, also a little outside its ranges; a free joint near the ground.
class machine_states {
public:
    void draw(support::mujoco& m) {
        mjModel const& model = *m.model;
        mjData& d = *m.data;
        mj_resetData(&model, &d);
        for (int j = 0; j < model.njnt; ++j) {
            double* const q = d.qpos + model.jnt_qposadr[j];
            bool const free = model.jnt_type[j] == mjJNT_FREE, scalar = model.jnt_type[j] > mjJNT_BALL;
            for (int i = 0; i < (scalar ? 1 : free ? 7 : 4); ++i) {
                q[i] = rounded(q[i] + uniform(free && i < 3 ? 0.1 : 0.8));
            }
            if (scalar && model.jnt_limited[j]) {
                double const *range = model.jnt_range + 2 * j, half = (range[1] - range[0]) / 2;
                q[0] = rounded(range[0] + half + 1.2 * uniform(half));
            }
        }
        for (int i = 0; i < model.nv; ++i) {
            d.qvel[i] = rounded(2 * normal_(engine_));
        }
        for (int u = 0; u < model.nu; ++u) {
            d.ctrl[u] = rounded(uniform(model.actuator_ctrllimited[u] ? 1.2 * model.actuator_ctrlrange[2 * u + 1] : 3));
        }
    }

private:
    double uniform(double size) { return std::uniform_real_distribution<double>(-size, size)(engine_); }

    // To four decimals, so that the golden files stay small and are read back exactly.
    static double rounded(double x) { return std::nearbyint(x * 1e4) / 1e4; }

    std::mt19937 engine_{1};
    std::normal_distribution<double> normal_;
};

}  // namespace golden
