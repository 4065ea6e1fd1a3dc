// SPDX-License-Identifier: MIT
// PPO with the library's defaults (two networks of 64x64, ten epochs) for 1 M steps in each of three environments: as many as the
// 100 iterations of 10 k steps that take Stable-Baselines3 31 minutes (one environment, one Zen 5 core). Stable-Baselines3
// updates after 2048 steps; here the defaults decide. A row has 16 environments, so no fewer can run; the last line is theirs.
#include <cstddef>
#include <cstdio>

#include <lockstep/rl/ppo.hpp>

#include "article.hpp"

namespace ls = lockstep;

int main() {
    std::printf("PPO, 100 x 10 k steps, processor seconds divided by the number of threads\n");
    double of_sixteen = 0;
    for (std::size_t const environments : {32, 16}) {
        ls::ppo_config const config{.environments = environments, .steps = 1'000'000, .seed = 901};
        double const pendulum = bench::article_row<ls::ppo<ls::envs::pendulum, ls::cpu>>("Pendulum", -200, config);
        double const car = bench::article_row<ls::ppo<ls::envs::mountain_car, ls::cpu>>("MountainCarContinuous", 90, config);
        double const cheetah = bench::article_row<ls::ppo<ls::envs::half_cheetah, ls::cpu>>("HalfCheetah", 3000, config);
        of_sixteen = pendulum + car + cheetah;
        std::printf("  %2zu environments, all three: %.2f s\n", environments, of_sixteen);
    }
    std::printf("article_ppo: %.2f s\n", of_sixteen);
}
