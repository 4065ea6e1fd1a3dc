// SPDX-License-Identifier: MIT
// Training with frozen layers: PPO on HalfCheetah and SAC on Pendulum with all layers, and with only the last one of each
// network, in turns. A frozen layer saves its gradient and the backward pass below it, but not its forward pass.
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/frozen_layers.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>

#include "article.hpp"
#include "result_table.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

/// Seconds of a training, as those of article_training.
template <class Learner>
double seconds_of(typename Learner::config_type const& config) {
    ls::cpu device;
    Learner learner(device, config);
    double const begin = bench::process_cpu_seconds();
    while (!learner.done()) {
        learner.iterate();
    }
    return (bench::process_cpu_seconds() - begin) / static_cast<double>(device.threads());
}

}  // namespace

int main(int argc, char** argv) {
    auto const settings = bench::parse_article_settings(argc, argv);
    bench::result_table table("article_frozen", "Training with frozen layers, all but the last (s)",
                              {"learner and networks", "all layers", "last layer", "times faster"});
    ls::chart picture{.title = "Training with frozen layers",
                      .x_label = "units of a layer",
                      .y_label = "times the speed of all layers",
                      .curves = {{"PPO, HalfCheetah"}, {"SAC, Pendulum"}}};
    std::size_t cells = 0;
    auto const compare = [&]<class All, class Last>(std::string const& name, double units, ls::curve& line, auto const& config) {
        std::array<std::vector<double>, 2> seconds;
        for (int turn = 0; turn < 3; ++turn) {
            seconds[0].push_back(seconds_of<All>(config));
            seconds[1].push_back(seconds_of<Last>(config));
        }
        double const all = bench::median(seconds[0]), last = bench::median(seconds[1]);
        table.add({name, ls::formatted("%.2f", all), ls::formatted("%.2f", last), ls::formatted("%.2f", all / last)});
        line.add(units, all / last);
        cells += 3;
    };
    auto const with = [&]<class Layers>(char const* sizes, double units) {
        using last = ls::frozen_layers<2, Layers>;
        compare.operator()<ls::ppo<ls::envs::half_cheetah, ls::cpu, Layers>, ls::ppo<ls::envs::half_cheetah, ls::cpu, last>>(
            ls::formatted("PPO on HalfCheetah %s", sizes), units, picture.curves[0],
            ls::ppo_config{.environments = 32, .steps = 2'000 * settings.percent});
        compare.operator()<ls::sac<ls::envs::pendulum, ls::cpu, Layers>, ls::sac<ls::envs::pendulum, ls::cpu, last>>(
            ls::formatted("SAC on Pendulum %s", sizes), units, picture.curves[1],
            ls::sac_config{.steps = 50 * settings.percent,
                           .warmup = 10 * settings.percent,
                           .capacity = 50 * settings.percent + 128,
                           .batch = 128});
    };
    with.operator()<ls::hidden_layers<ls::tanh_activation, 64, 64>>("64x64", 64);
    with.operator()<ls::hidden_layers<ls::tanh_activation, 256, 256>>("256x256", 256);
    table.add_note("Seconds are processor seconds divided by the number of threads, medians of three trainings in turns.");
    table.publish(settings.folder, picture);
    std::printf("article_frozen: %zu cells\n", cells);
}
