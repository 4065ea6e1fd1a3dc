// SPDX-License-Identifier: MIT
// What Gymnasium's environments without contacts do beside MuJoCo's step: starts, observations, rewards, ends. race.hpp
// runs them.
#pragma once

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/envs/swimmer.hpp>

namespace bench {

using random = lockstep::random<double>;

struct swimmer {
    using env = lockstep::envs::swimmer;

    static void perturb(mjModel const& m, mjData& d, random& noise) {
        for (int i = 0; i < m.nv; ++i) {
            d.qpos[i] += noise.uniform(-0.1, 0.1);
            d.qvel[i] += noise.uniform(-0.1, 0.1);
        }
    }
    static double position(mjData const& d) { return d.qpos[0]; }
    static bool is_healthy(mjData const&) { return true; }
    static double reward(mjModel const&, mjData const&, double speed, double squares, bool) { return speed - 1e-4 * squares; }
    static void observe(mjModel const& m, mjData const& d, double* to) {
        std::copy(d.qvel, d.qvel + m.nv, std::copy(d.qpos + 2, d.qpos + m.nq, to));
    }
};

struct reacher {
    using env = lockstep::envs::reacher;
    static constexpr int fingertip = 3, target = 4;  // MuJoCo's numbers of these bodies

    static void perturb(mjModel const&, mjData& d, random& noise) {
        double x = 1, y = 1;
        while (x * x + y * y >= 0.04) {
            x = noise.uniform(-0.2, 0.2);
            y = noise.uniform(-0.2, 0.2);
        }
        d.qpos[2] = x;
        d.qpos[3] = y;
        for (int i = 0; i < 2; ++i) {
            d.qpos[i] = noise.uniform(-0.1, 0.1);
            d.qvel[i] = noise.uniform(-0.005, 0.005);
        }
    }
    static double position(mjData const&) { return 0; }
    static bool is_healthy(mjData const&) { return true; }
    static double reward(mjModel const&, mjData const& d, double, double squares, bool) {
        double const x = d.xpos[3 * fingertip] - d.xpos[3 * target], y = d.xpos[3 * fingertip + 1] - d.xpos[3 * target + 1];
        return -std::sqrt(x * x + y * y) - squares;
    }
    static void observe(mjModel const&, mjData const& d, double* to) {
        for (int i = 0; i < 2; ++i) {
            to[i] = std::cos(d.qpos[i]);
            to[2 + i] = std::sin(d.qpos[i]);
            to[4 + i] = d.qpos[2 + i];
            to[6 + i] = d.qvel[i];
            to[8 + i] = d.xpos[3 * fingertip + i] - d.xpos[3 * target + i];
        }
    }
};

struct inverted_pendulum {
    using env = lockstep::envs::inverted_pendulum;

    static void perturb(mjModel const& m, mjData& d, random& noise) {
        for (int i = 0; i < m.nv; ++i) {
            d.qpos[i] += noise.uniform(-0.01, 0.01);
            d.qvel[i] += noise.uniform(-0.01, 0.01);
        }
    }
    static double position(mjData const&) { return 0; }
    static bool is_healthy(mjData const& d) { return std::abs(d.qpos[1]) <= 0.2; }
    static double reward(mjModel const&, mjData const&, double, double, bool healthy) { return healthy; }
    static void observe(mjModel const& m, mjData const& d, double* to) {
        std::copy(d.qvel, d.qvel + m.nv, std::copy(d.qpos, d.qpos + m.nq, to));
    }
};

struct inverted_double_pendulum {
    using env = lockstep::envs::inverted_double_pendulum;

    static void perturb(mjModel const& m, mjData& d, random& noise) {
        for (int i = 0; i < m.nv; ++i) {
            d.qpos[i] += noise.uniform(-0.1, 0.1);
            d.qvel[i] += 0.1 * noise.normal();
        }
    }
    static double position(mjData const&) { return 0; }
    static bool is_healthy(mjData const& d) { return tip(d, 2) > 1; }
    static double reward(mjModel const&, mjData const& d, double, double, bool healthy) {
        double const x = tip(d, 0), z = tip(d, 2), lower = d.qvel[1], upper = d.qvel[2];
        return 10 * healthy - 0.01 * x * x - (z - 2) * (z - 2) - 1e-3 * lower * lower - 5e-3 * upper * upper;
    }
    static void observe(mjModel const&, mjData const& d, double* to) {
        auto const clipped = [](double x) { return std::clamp(x, -10.0, 10.0); };
        to[0] = d.qpos[0];
        for (int i = 1; i < 3; ++i) {
            to[i] = std::sin(d.qpos[i]);
            to[2 + i] = std::cos(d.qpos[i]);
        }
        std::transform(d.qvel, d.qvel + 3, to + 5, clipped);
        to[8] = clipped(d.qfrc_constraint[0]);
    }

private:
    // Of the upper link's end, 0.6 m along its z.
    static double tip(mjData const& d, int axis) { return d.xpos[3 * 3 + axis] + 0.6 * d.xmat[9 * 3 + 3 * axis + 2]; }
};

}  // namespace bench
