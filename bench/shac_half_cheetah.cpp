// SPDX-License-Identifier: MIT
// SHAC beside PPO on HalfCheetah: environment steps and processor seconds until the policy without noise returns 3000 and 5000 on
// average over 32 episodes. Evaluations do not count. SHAC's sizes were chosen with the seeds 1 to 5, PPO's are its defaults for a
// million steps.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/gradient/half_cheetah.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/shac.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

using env = ls::envs::half_cheetah;
constexpr std::array<double, 2> goals = {3000, 5000};
constexpr std::uint64_t first_seed = 901, seeds = 5;

/// Of each goal the median over the seeds, infinite where most seeds do not get there.
struct medians {
    std::array<double, goals.size()> steps, seconds;
};

/// every: steps between two evaluations, at least an iteration.
template <class Learner>
medians race(char const* name, typename Learner::config_type config, std::size_t every) {
    constexpr double never = 1e30;
    ls::cpu device;
    std::array<std::vector<double>, goals.size()> steps, seconds;
    for (config.seed = first_seed; config.seed < first_seed + seeds; ++config.seed) {
        Learner learner(device, config);
        double spent = 0, reached = -never, best = -never;
        std::size_t goal = 0, next = every;
        std::printf("  %s, seed %llu:", name, static_cast<unsigned long long>(config.seed));
        while (goal < goals.size() && !learner.done()) {
            double const begin = bench::process_cpu_seconds();
            learner.iterate();
            spent += bench::process_cpu_seconds() - begin;
            if (learner.total_steps() < next && !learner.done()) {
                continue;
            }
            next = learner.total_steps() + every;
            reached = ls::evaluate(device, learner.policy(), {.episodes = 32}).mean_return;
            best = std::max(best, reached);
            for (; goal < goals.size() && reached >= goals[goal]; ++goal) {
                steps[goal].push_back(static_cast<double>(learner.total_steps()));
                seconds[goal].push_back(spent);
                std::printf("  %.0f after %zu steps and %.2f s", goals[goal], learner.total_steps(), spent);
            }
        }
        for (; goal < goals.size(); ++goal) {
            steps[goal].push_back(never);
            seconds[goal].push_back(never);
            std::printf("  %.0f not within %zu steps (best %.0f)", goals[goal], learner.total_steps(), best);
        }
        std::printf("\n");
        std::fflush(stdout);
    }
    medians result;
    for (std::size_t goal = 0; goal < goals.size(); ++goal) {
        result.steps[goal] = bench::median(steps[goal]);
        result.seconds[goal] = bench::median(seconds[goal]);
    }
    return result;
}

}  // namespace

int main() {
    std::printf("HalfCheetah, %llu seeds, processor seconds of all threads\n", static_cast<unsigned long long>(seeds));
    medians const shac = race<ls::shac<env, ls::cpu>>(
        "SHAC", {.environments = 16, .steps = 600'000, .horizon = 8, .actor_learning_rate = 4e-3f, .growth_limit = 3}, 4096);
    medians const ppo = race<ls::ppo<env, ls::cpu>>("PPO", {.steps = 1'000'000}, 4096);
    for (std::size_t goal = 0; goal < goals.size(); ++goal) {
        std::printf("to %.0f, medians: SHAC %.0f steps and %.2f s, PPO %.0f steps and %.2f s\n", goals[goal], shac.steps[goal],
                    shac.seconds[goal], ppo.steps[goal], ppo.seconds[goal]);
    }
    std::printf("shac_half_cheetah: %.2f times fewer steps than PPO to %.0f\n", ppo.steps[0] / shac.steps[0], goals[0]);
}
