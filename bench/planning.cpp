// SPDX-License-Identifier: MIT
// Model predictive control by sampling, with the defaults, and by gradients: the return of 200 steps, and how many plans a second
// two cores make.
// (Whole episodes of HalfCheetah are no measure: it becomes a wheel that rolls faster and faster, until the simulation diverges.)
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/gradient/half_cheetah.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/rl/cem.hpp>
#include <lockstep/rl/control.hpp>
#include <lockstep/rl/mppi.hpp>
#include <lockstep/rl/shooting.hpp>

#include "timing.hpp"

namespace {

namespace ls = lockstep;

/// Plans a second: processor seconds of all threads, divided by two.
template <class Planner>
double row(char const* robot, std::uint64_t seed, typename Planner::config_type const& config = {}) {
    ls::cpu device({.threads = 2});
    Planner planner(device, config);
    double const begin = bench::process_cpu_seconds();
    auto const episode = ls::control(planner, {.seed = seed, .steps = 200});
    double const rate = static_cast<double>(episode.steps) / ((bench::process_cpu_seconds() - begin) / 2);
    using env = typename Planner::environment;
    std::printf("%-23s %-8s %9.0f %6zu %10.1f %10.1f\n", robot, Planner::name.data(), episode.episode_return, episode.steps, rate,
                1 / env::dt);
    std::fflush(stdout);
    return rate;
}

}  // namespace

int main() {
    using ls::cem, ls::cpu, ls::mppi;
    namespace envs = ls::envs;
    constexpr std::uint64_t seed = 901;  // no default was chosen with it
    std::printf("1024 candidates of 32 steps; CEM runs them three times. Shooting: 32 starts of 20 evaluations.\n"
                "The last column is what real time needs.\n");
    std::printf("%-23s %-8s %9s %6s %10s %10s\n", "", "", "return", "steps", "plans/s", "steps/s");
    double const rate = row<mppi<envs::half_cheetah, cpu>>("HalfCheetah", seed);
    row<cem<envs::half_cheetah, cpu>>("HalfCheetah", seed);
    row<ls::shooting<envs::half_cheetah>>("HalfCheetah", seed, {.starts = 32, .evaluations = 20, .noise_color = 0.25f});
    row<mppi<envs::inverted_double_pendulum, cpu>>("InvertedDoublePendulum", seed);
    row<cem<envs::inverted_double_pendulum, cpu>>("InvertedDoublePendulum", seed);
    row<mppi<envs::ant, cpu>>("Ant", seed);
    row<cem<envs::ant, cpu>>("Ant", seed);
    row<mppi<envs::humanoid, cpu>>("Humanoid", seed);
    std::printf("planning: %.0f plans/s of HalfCheetah\n", rate);
}
