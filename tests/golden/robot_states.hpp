// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <random>

#include <tests/support/mujoco.hpp>

namespace golden {

/// Random states of a robot whose root moves in a plane (x, z, pitch) or freely, the other joints being hinges: in the
/// air within the joints' ranges, or with its root between two heights (of qpos).
class robot_states {
public:
    robot_states(double low, double high) : low_(low), high_(high) {}

    void draw(support::mujoco& m, bool in_air) {
        mjModel const& model = *m.model;
        mjData& d = *m.data;
        mj_resetData(&model, &d);
        bool const free = model.jnt_type[0] == mjJNT_FREE;
        for (int i = 0; i < (free ? 7 : 3); ++i) {
            d.qpos[i] = rounded(free ? d.qpos[i] + uniform(-0.8, 0.8) : 0);
        }
        for (int i = 0; i < model.nv; ++i) {
            d.qvel[i] = rounded(5 * normal_(engine_));
            if (i == (free ? 2 : 1)) {
                d.qpos[i] = rounded(in_air ? 5 : uniform(low_, high_));
            } else if (!free && i < 3) {
                d.qpos[i] = rounded(i == 2 ? uniform(-3, 3) : uniform(-0.1, 0.1));
            } else if (!free || i >= 6) {
                int const joint = free ? i - 5 : i;
                double const low = model.jnt_range[2 * joint], high = model.jnt_range[2 * joint + 1];
                double const margin = in_air ? -0.05 : 0.05;
                d.qpos[model.jnt_qposadr[joint]] = rounded(uniform(low - margin * (high - low), high + margin * (high - low)));
            }
        }
        for (int i = 0; i < model.nu; ++i) {
            d.ctrl[i] = rounded(uniform(-1.2, 1.2));
        }
    }

    double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
    double normal() { return normal_(engine_); }

    /// To four decimals, so that the golden files stay small and are read back exactly.
    static double rounded(double x) { return std::nearbyint(x * 1e4) / 1e4; }

private:
    double low_, high_;
    std::mt19937 engine_{1};
    std::normal_distribution<double> normal_;
};

}  // namespace golden
