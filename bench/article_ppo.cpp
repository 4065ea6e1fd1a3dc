// SPDX-License-Identifier: MIT
// PPO with the library's defaults (two networks of 64x64, ten epochs) for 1 M steps in each of three environments: as many as the
// 100 iterations of 10 k steps that take Stable-Baselines3 31 minutes (one environment, one Zen 5 core). Stable-Baselines3
// updates after 2048 steps; here the defaults decide. The last line is that of 16 environments.
#include <array>
#include <cstddef>
#include <cstdio>
#include <limits>

#include <lockstep/rl/ppo.hpp>

#include "article.hpp"

namespace ls = lockstep;

int main(int argc, char** argv) {
    auto const settings = bench::parse_article_settings(argc, argv);
    bool const is_whole = settings.percent == 100;
    auto const expected = [&](double learned) { return is_whole ? learned : -std::numeric_limits<double>::infinity(); };
    double const seconds = bench::make_article_table(
        "article_ppo", ls::formatted("PPO, %zu iterations of 10 k steps", settings.percent), settings,
        [&]<class Device>(Device& device, std::size_t environments) -> std::array<bench::article_training, 3> {
            ls::ppo_config const config{.environments = environments, .steps = 10'000 * settings.percent, .seed = 901};
            auto const train = [&]<class Env>(Env, char const* name, double learned) {
                return bench::train_article<ls::ppo<Env, Device>>(device, name, expected(learned), config);
            };
            return {train(ls::envs::pendulum(), "Pendulum", -200), train(ls::envs::mountain_car(), "MountainCarContinuous", 90),
                    train(ls::envs::half_cheetah(), "HalfCheetah", 3000)};
        });
    std::printf("article_ppo: %.2f s\n", seconds);
}
