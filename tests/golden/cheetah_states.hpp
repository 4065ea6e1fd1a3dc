// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <random>

#include <tests/support/mujoco.hpp>

namespace golden {

/// Random states of the cheetah: in the air within its joints' ranges, or anywhere around the ground.
class cheetah_states {
public:
    void draw(support::mujoco& m, bool in_air) {
        mjModel const& model = *m.model;
        mjData& d = *m.data;
        mj_resetData(&model, &d);
        for (int i = 0; i < model.nv; ++i) {
            d.qvel[i] = rounded(5 * normal_(engine_));
            double const low = model.jnt_range[2 * i], high = model.jnt_range[2 * i + 1], margin = in_air ? -0.05 : 0.05;
            d.qpos[i] = rounded(i == 1   ? (in_air ? 5 : uniform(-0.7, 0.1))
                                : i == 2 ? uniform(-3, 3)
                                : i < 3  ? uniform(-0.1, 0.1)
                                         : uniform(low - margin * (high - low), high + margin * (high - low)));
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
    std::mt19937 engine_{1};
    std::normal_distribution<double> normal_;
};

}  // namespace golden
