// SPDX-License-Identifier: MIT
// What PPO learns in a million steps with its defaults: the median over seeds beside the return that a user may expect. For
// Pendulum and MountainCarContinuous it is the return of the worst seed in place of the median.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/hopper.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/pusher.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/envs/walker2d.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>

#include "evaluated_episodes.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::uint64_t first_seed = 701;  // none that the defaults were chosen by

template <class Env>
double return_of(std::uint64_t seed) {
    ls::cpu device;
    ls::ppo<Env, ls::cpu> learner(device, {.steps = 1'000'000, .seed = seed});
    while (!learner.done()) {
        learner.iterate();
    }
    return ls::evaluate(device, learner.policy(), {.episodes = bench::evaluated_episodes<Env>}).mean_return;
}

struct task {
    char const* name;
    double expected;
    bool of_all;  ///< the worst seed counts, of ten; else the median of three
    double (*train)(std::uint64_t seed);
};

/// Times the expected return, above 1 if better, also where returns are costs.
double share(double reached, double expected) { return expected > 0 ? reached / expected : expected / reached; }

}  // namespace

int main() {
    std::vector<task> const tasks = {{"HalfCheetah", 5000, false, return_of<ls::envs::half_cheetah>},
                                     {"Hopper", 2500, false, return_of<ls::envs::hopper>},
                                     {"Walker2d", 3300, false, return_of<ls::envs::walker2d>},
                                     {"Ant", 3000, false, return_of<ls::envs::ant>},
                                     {"Humanoid", 500, false, return_of<ls::envs::humanoid>},
                                     {"Swimmer", 100, false, return_of<ls::envs::swimmer>},
                                     {"Reacher", -5, false, return_of<ls::envs::reacher>},
                                     {"Pusher", -35, false, return_of<ls::envs::pusher>},
                                     {"Pendulum", -160, true, return_of<ls::envs::pendulum>},
                                     {"MountainCarContinuous", 90, true, return_of<ls::envs::mountain_car>}};
    double least = std::numeric_limits<double>::infinity();
    std::printf("%-22s %9s %9s %9s %9s %9s  seconds of a processor\n", "PPO, 1 M steps", "expected", "worst", "median", "best",
                "share");
    for (task const& t : tasks) {
        std::vector<double> returns;
        double const begin = bench::process_cpu_seconds();
        for (std::size_t i = 0; i < (t.of_all ? 10 : 3); ++i) {
            returns.push_back(t.train(first_seed + i));
        }
        double const seconds = (bench::process_cpu_seconds() - begin) / static_cast<double>(returns.size());
        auto const [worst, best] = std::minmax_element(returns.begin(), returns.end());
        double const counts = share(t.of_all ? *worst : bench::median(returns), t.expected);
        least = std::min(least, counts);
        std::printf("%-22s %9.1f %9.1f %9.1f %9.1f %9.3f  %.1f\n", t.name, t.expected, *worst, bench::median(returns), *best,
                    counts, seconds);
        std::fflush(stdout);
    }
    std::printf("defaults: %.3f of what may be expected, at least\n", least);
}
