// SPDX-License-Identifier: MIT
// What Gymnasium's environments do beside MuJoCo's step: starts, observations, rewards, ends. race.hpp runs them.
#pragma once

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/hopper.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/envs/humanoid_standup.hpp>
#include <lockstep/envs/pusher.hpp>
#include <lockstep/envs/walker2d.hpp>

namespace bench {

using random = lockstep::random<double>;

struct half_cheetah {
    using env = lockstep::envs::half_cheetah;

    static void perturb(mjModel const& m, mjData& d, random& noise) {
        for (int i = 0; i < m.nv; ++i) {
            d.qpos[i] += noise.uniform(-0.1, 0.1);
            d.qvel[i] += 0.1 * noise.normal();
        }
    }
    static double position(mjData const& d) { return d.qpos[0]; }
    static bool is_healthy(mjData const&) { return true; }
    static double reward(mjModel const&, mjData const&, double speed, double squares, bool) { return speed - 0.1 * squares; }
    static void observe(mjModel const& m, mjData const& d, double* to) {
        std::copy(d.qvel, d.qvel + m.nv, std::copy(d.qpos + 1, d.qpos + m.nq, to));
    }
};

struct walker2d {
    using env = lockstep::envs::walker2d;

    static void perturb(mjModel const& m, mjData& d, random& noise) {
        for (int i = 0; i < m.nv; ++i) {
            d.qpos[i] += noise.uniform(-5e-3, 5e-3);
            d.qvel[i] += noise.uniform(-5e-3, 5e-3);
        }
    }
    static double position(mjData const& d) { return d.qpos[0]; }
    static bool is_healthy(mjData const& d) { return 0.8 < d.qpos[1] && d.qpos[1] < 2 && -1 < d.qpos[2] && d.qpos[2] < 1; }
    static double reward(mjModel const&, mjData const&, double speed, double squares, bool healthy) {
        return speed + healthy - 1e-3 * squares;
    }
    static void observe(mjModel const& m, mjData const& d, double* to) {
        double* const velocities = std::copy(d.qpos + 1, d.qpos + m.nq, to);
        std::transform(d.qvel, d.qvel + m.nv, velocities, [](double v) { return std::clamp(v, -10.0, 10.0); });
    }
};

/// Starts, reward and observation are those of Walker2d.
struct hopper : walker2d {
    using env = lockstep::envs::hopper;

    static bool is_healthy(mjData const& d) {
        auto const in_range = [](double x) { return -100 < x && x < 100; };
        return 0.7 < d.qpos[1] && -0.2 < d.qpos[2] && d.qpos[2] < 0.2 && std::all_of(d.qpos + 3, d.qpos + 6, in_range) &&
               std::all_of(d.qvel, d.qvel + 6, in_range);
    }
};

struct ant {
    using env = lockstep::envs::ant;

    static void perturb(mjModel const& m, mjData& d, random& noise) {
        for (int i = 0; i < m.nq; ++i) {
            d.qpos[i] += noise.uniform(-0.1, 0.1);
        }
        for (int i = 0; i < m.nv; ++i) {
            d.qvel[i] += 0.1 * noise.normal();
        }
    }
    static double position(mjData const& d) { return d.xpos[3]; }
    static bool is_healthy(mjData const& d) { return 0.2 <= d.qpos[2] && d.qpos[2] <= 1; }
    static double reward(mjModel const& m, mjData const& d, double speed, double squares, bool healthy) {
        double cost = 0;
        for (mjtSize i = 0; i < 6 * m.nbody; ++i) {
            double const force = clipped(d.cfrc_ext[i]);
            cost += force * force;
        }
        return speed + healthy - 0.5 * squares - 5e-4 * cost;
    }
    static void observe(mjModel const& m, mjData const& d, double* to) {
        double* const forces = std::copy(d.qvel, d.qvel + m.nv, std::copy(d.qpos + 2, d.qpos + m.nq, to));
        std::transform(d.cfrc_ext + 6, d.cfrc_ext + 6 * m.nbody, forces, clipped);
    }

private:
    static double clipped(double force) { return std::clamp(force, -1.0, 1.0); }
};

struct pusher {
    using env = lockstep::envs::pusher;
    static constexpr int tips = 10, object = 11, goal = 12;  // MuJoCo's numbers of these bodies

    static void perturb(mjModel const&, mjData& d, random& noise) {
        do {
            d.qpos[7] = noise.uniform(-0.3, 0);
            d.qpos[8] = noise.uniform(-0.2, 0.2);
        } while (std::hypot(d.qpos[7], d.qpos[8]) <= 0.17);
        for (int i = 0; i < 7; ++i) {
            d.qvel[i] = noise.uniform(-0.005, 0.005);
        }
    }
    static double position(mjData const&) { return 0; }
    static bool is_healthy(mjData const&) { return true; }
    static double reward(mjModel const&, mjData const& d, double, double squares, bool) {
        return -distance(d, object, goal) - 0.5 * distance(d, object, tips) - 0.1 * squares;
    }
    static void observe(mjModel const&, mjData const& d, double* to) {
        to = std::copy_n(d.qvel, 7, std::copy_n(d.qpos, 7, to));
        std::copy_n(d.xpos + 3 * tips, 9, to);
    }

private:
    static double distance(mjData const& d, int a, int b) {
        double const *p = d.xpos + 3 * a, *q = d.xpos + 3 * b;
        return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    }
};

struct humanoid {
    using env = lockstep::envs::humanoid;

    static void choose_solver(mjOption& of) {
        of.solver = mjSOL_PGS;
        of.iterations = 50;
    }
    static void perturb(mjModel const& m, mjData& d, random& noise) {
        for (int i = 0; i < m.nq; ++i) {
            d.qpos[i] += noise.uniform(-0.01, 0.01);
        }
        for (int i = 0; i < m.nv; ++i) {
            d.qvel[i] += noise.uniform(-0.01, 0.01);
        }
    }
    static double position(mjData const& d) { return d.subtree_com[3]; }
    static bool is_healthy(mjData const& d) { return 1 < d.qpos[2] && d.qpos[2] < 2; }
    static double reward(mjModel const& m, mjData const& d, double speed, double squares, bool healthy) {
        return 1.25 * speed + 5 * healthy - 0.1 * squares - contact_cost(m, d);
    }
    static void observe(mjModel const& m, mjData const& d, double* to) {
        auto const append = [&to](double const* numbers, mjtSize first, mjtSize end) {
            to = std::copy(numbers + first, numbers + end, to);
        };
        append(d.qpos, 2, m.nq);
        append(d.qvel, 0, m.nv);
        append(d.cinert, 10, 10 * m.nbody);
        append(d.cvel, 6, 6 * m.nbody);
        append(d.qfrc_actuator, 6, m.nv);
        append(d.cfrc_ext, 6, 6 * m.nbody);
    }

protected:
    static double contact_cost(mjModel const& m, mjData const& d) {
        double squares = 0;
        for (mjtSize i = 0; i < 6 * m.nbody; ++i) {
            squares += d.cfrc_ext[i] * d.cfrc_ext[i];
        }
        return std::min(5e-7 * squares, 10.0);
    }
};

/// Starts and observation are those of Humanoid.
struct humanoid_standup : humanoid {
    using env = lockstep::envs::humanoid_standup;

    static bool is_healthy(mjData const&) { return true; }
    static double reward(mjModel const& m, mjData const& d, double, double squares, bool) {
        return d.qpos[2] / m.opt.timestep - 0.1 * squares - contact_cost(m, d) + 1;
    }
};

}  // namespace bench
