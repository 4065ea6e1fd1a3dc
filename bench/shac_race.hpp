// SPDX-License-Identifier: MIT
// SHAC beside PPO: environment steps and processor seconds until the policy without noise reaches returns, on average over 32
// episodes. Evaluations do not count.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/shac.hpp>
#include <lockstep/rl/tuned.hpp>

#include "timing.hpp"

namespace bench {

using race_goals = std::array<double, 2>;
constexpr std::uint64_t first_seed = 901, race_seeds = 5;

/// Of each goal the median over the seeds, infinite where most seeds do not get there.
struct race_medians {
    race_goals steps, seconds;
};

/// within: steps after which a training stops, if its configuration has more.
template <class Learner>
race_medians race_to(race_goals const& goals, char const* name, typename Learner::config_type config,
                     std::size_t within = std::numeric_limits<std::size_t>::max()) {
    namespace ls = lockstep;
    constexpr double never = 1e30;
    constexpr std::size_t every = 4096;  // steps between two evaluations, at least an iteration
    ls::cpu device;
    std::array<std::vector<double>, race_goals().size()> steps, seconds;
    for (config.seed = first_seed; config.seed < first_seed + race_seeds; ++config.seed) {
        Learner learner(device, config);
        double spent = 0, reached = -never, best = -never;
        std::size_t goal = 0, next = every;
        std::printf("  %s, seed %llu:", name, static_cast<unsigned long long>(config.seed));
        auto const is_over = [&] { return learner.done() || learner.total_steps() >= within; };
        while (goal < goals.size() && !is_over()) {
            double const begin = process_cpu_seconds();
            learner.iterate();
            spent += process_cpu_seconds() - begin;
            if (learner.total_steps() < next && !is_over()) {
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
    race_medians result;
    for (std::size_t goal = 0; goal < goals.size(); ++goal) {
        result.steps[goal] = median(steps[goal]);
        result.seconds[goal] = median(seconds[goal]);
    }
    return result;
}

/// Prints all, and as the last line how many times fewer steps SHAC takes to the first goal with the configuration that was
/// searched for, within some steps.
template <class Env>
void race_shac(char const* name, char const* robot, race_goals const& goals, std::size_t within,
               lockstep::shac_config const& defaults, lockstep::ppo_config const& ppo_sizes) {
    namespace ls = lockstep;
    using in_few_steps = ls::shac<Env, ls::cpu, ls::tuned_shac_layers>;
    std::printf("%s, %llu seeds, processor seconds of all threads\n", robot, static_cast<unsigned long long>(race_seeds));
    race_medians const shac = race_to<in_few_steps>(goals, "SHAC in few steps", ls::tuned<in_few_steps>(), within);
    race_medians const plain = race_to<ls::shac<Env, ls::cpu>>(goals, "SHAC's defaults", defaults);
    race_medians const ppo = race_to<ls::ppo<Env, ls::cpu>>(goals, "PPO", ppo_sizes);
    for (std::size_t goal = 0; goal < goals.size(); ++goal) {
        std::printf("to %.0f, medians: SHAC in few steps %.0f and %.2f s, its defaults %.0f and %.2f s, PPO %.0f and %.2f s\n",
                    goals[goal], shac.steps[goal], shac.seconds[goal], plain.steps[goal], plain.seconds[goal], ppo.steps[goal],
                    ppo.seconds[goal]);
    }
    std::printf("%s: %.2f times fewer steps than PPO to %.0f\n", name, ppo.steps[0] / shac.steps[0], goals[0]);
}

}  // namespace bench
