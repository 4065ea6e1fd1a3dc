// SPDX-License-Identifier: MIT
// Swings a pendulum up without learning: each step plans again.
// prints: MPPI returns -[0-9]+, shooting -[0-9]+

#include <cstdio>

#include <lockstep/lockstep.hpp>
#include <lockstep/rl/control.hpp>
#include <lockstep/rl/mppi.hpp>
#include <lockstep/rl/shooting.hpp>

namespace ls = lockstep;

int main() {
    ls::cpu device;
    ls::mppi<ls::envs::pendulum, ls::cpu> planner(device, {.horizon = 40, .noise_color = 2});
    ls::controlled_episode const episode = ls::control(planner, {.seed = 5});

    ls::shooting<ls::envs::pendulum> shooter(device, {.starts = 16, .horizon = 40, .evaluations = 20});
    ls::controlled_episode const other = ls::control(shooter, {.seed = 5, .steps = 60});
    std::printf("MPPI returns %.0f, shooting %.0f\n", episode.episode_return, other.episode_return);
}
