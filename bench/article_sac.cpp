// SPDX-License-Identifier: MIT
// SAC for 100 k steps in each of three environments, as many as 100 iterations of 1 k: networks of 128x128, batches of 128 and an
// update a step. Stable-Baselines3 takes 60 minutes (one environment, one Zen 5 core) with networks of 256x256 and batches of
// 256; bench/run sac_256 shows what these cost here. HalfCheetah runs after 100 k steps, and learns on for ten times as long. The
// last line is that of 16 environments.
#include <array>
#include <cstddef>
#include <cstdio>
#include <limits>

#include <lockstep/rl/off_policy/tuned.hpp>
#include <lockstep/rl/sac.hpp>

#include "article.hpp"

namespace ls = lockstep;

int main(int argc, char** argv) {
    auto const settings = bench::parse_article_settings(argc, argv);
    bool const is_whole = settings.percent == 100;
    auto const expected = [&](double learned) { return is_whole ? learned : -std::numeric_limits<double>::infinity(); };
    double const seconds = bench::make_article_table(
        "article_sac", ls::formatted("SAC, %zu iterations of 1 k steps", settings.percent), settings,
        [&]<class Device>(Device& device, std::size_t environments) -> std::array<bench::article_training, 3> {
            ls::sac_config const config{.environments = environments,
                                        .steps = 1'000 * settings.percent,
                                        .seed = 901,
                                        .warmup = 50 * settings.percent,
                                        .capacity = 100'000,
                                        .batch = 128,
                                        .actor_learning_rate = 1e-3f,
                                        .critic_learning_rate = 1e-3f};
            auto const train = [&]<class Env>(Env, char const* name, double learned) {
                return bench::train_article<ls::sac<Env, Device, ls::tuned_layers>>(device, name, expected(learned), config);
            };
            return {train(ls::envs::pendulum(), "Pendulum", -200), train(ls::envs::mountain_car(), "MountainCarContinuous", 80),
                    train(ls::envs::half_cheetah(), "HalfCheetah", 1000)};
        });
    std::printf("article_sac: %.1f s\n", seconds);
}
