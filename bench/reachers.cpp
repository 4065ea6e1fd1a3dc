// SPDX-License-Identifier: MIT
// What two arms learn by one policy in a million steps of PPO: with a critic that knows what both arms know, with one that sees
// what its arm sees, and with arms that do not see each other. Each row is the median, the worst and the best of five seeds.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/reachers.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>

#include "timing.hpp"

namespace ls = lockstep;
using ls::envs::reachers;

namespace {

constexpr std::uint64_t seeds = 5;

/// Prints the row, and returns the median return of the mean action.
template <class Env>
double learn(char const* what, Env const& env, float discount = 0) {
    std::vector<double> returns, untrained;
    double const begin = bench::process_cpu_seconds();
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        ls::cpu device;
        ls::ppo<Env, ls::cpu> learner(device, {.steps = 1'000'000, .seed = seed, .discount = discount}, env);
        untrained.push_back(
            ls::evaluate(device, learner.policy(), {.episodes = 1024, .deterministic = false}, env).mean_return);
        while (!learner.done()) {
            learner.iterate();
        }
        returns.push_back(ls::evaluate(device, learner.policy(), {.episodes = 1024}, env).mean_return);
    }
    double const seconds = (bench::process_cpu_seconds() - begin) / static_cast<double>(seeds);
    auto const [worst, best] = std::minmax_element(returns.begin(), returns.end());
    std::printf("%-40s %8.2f %8.2f %8.2f %10.1f  %.1f\n", what, bench::median(returns), *worst, *best, bench::median(untrained),
                seconds);
    std::fflush(stdout);
    return bench::median(returns);
}

}  // namespace

int main() {
    std::printf("%-40s %8s %8s %8s %10s  seconds of a processor\n", "PPO, 1 M steps", "median", "worst", "best", "untrained");
    ls::without_privileged_observation<reachers> const own{};
    double const central = learn("central critic", reachers{});
    double const independent = learn("critic that sees what its arm sees", own);
    learn("central critic, discount 0.99", reachers{}, 0.99f);
    learn("critic of its arm, discount 0.99", own, 0.99f);
    double const blind = learn("arms that do not see each other", reachers{.sees_partner = false});
    std::printf("reachers: returns %.2f with a central critic, %.2f without, %.2f of arms that do not see each other\n", central,
                independent, blind);
}
