// SPDX-License-Identifier: MIT
// Time to solve: how long PPO trains on the processor until the mean action returns what counts as solved, on Ant, HalfCheetah,
// Humanoid, Reacher and Grasp. Configurations are the tuned ones, and for Grasp, which has none, that of Ant. The evaluations, of
// 64 episodes, are not counted.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/grasp.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/tuned.hpp>

#include "article.hpp"
#include "result_table.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

struct solved {
    double seconds = 0, on_clock = 0, joules = 0;  ///< seconds as those of article_training
    std::size_t steps = 0, environments = 0;
    double reached = -std::numeric_limits<double>::infinity();
};

/// Trains until the policy returns `goal`, or to the end. It is evaluated 40 times at most.
template <class Learner>
solved solve(double goal, typename Learner::config_type const& config) {
    ls::cpu device;
    Learner learner(device, config);
    ls::energy_meter meter;
    solved s;
    for (std::size_t next = 0; !learner.done() && !(s.reached >= goal);) {
        double const begin = bench::process_cpu_seconds(), wall = bench::wall_seconds(), joules = meter.joules();
        next += config.steps / 40;
        while (!learner.done() && learner.total_steps() < next) {
            learner.iterate();
        }
        s.seconds += (bench::process_cpu_seconds() - begin) / static_cast<double>(device.threads());
        s.on_clock += bench::wall_seconds() - wall;
        s.joules += meter.joules() - joules;
        s.reached = ls::evaluate(device, learner.policy(), {.episodes = 64}).mean_return;
    }
    s.steps = learner.total_steps();
    s.environments = learner.config().environments;
    return s;
}

}  // namespace

int main(int argc, char** argv) {
    auto const settings = bench::parse_article_settings(argc, argv);
    bench::result_table table("article_solve", "Time to solve by PPO, medians of three seeds",
                              {"environment", "environments at once", "solved at", "seconds", "fewest", "most", "M steps",
                               "energy (J)", "price"});
    ls::chart picture{.title = "Time to solve by PPO",
                      .x_label = "seed, the fastest first",
                      .y_label = "seconds",
                      .curves = {},
                      .logarithmic_y = true};
    std::size_t cells = 0;
    auto const measure = [&]<class Env>(Env, char const* name, double goal, std::size_t steps) {
        using learner = ls::ppo<Env, ls::cpu>;
        constexpr bool is_tuned = ls::is_tuned<learner>;
        auto config = ls::tuned<std::conditional_t<is_tuned, learner, ls::ppo<ls::envs::ant, ls::cpu>>>(steps);
        config.steps = steps * settings.percent / 100;
        std::vector<solved> all;
        for (config.seed = 1; config.seed <= 3; ++config.seed) {
            all.push_back(solve<learner>(goal, config));
            solved const& s = all.back();
            std::printf("  %-12s seed %d: return %.1f after %.2f M steps, %.2f s (%.2f s on the clock)\n", name,
                        static_cast<int>(config.seed), s.reached, 1e-6 * static_cast<double>(s.steps), s.seconds, s.on_clock);
            std::fflush(stdout);
        }
        std::sort(all.begin(), all.end(), [](solved const& a, solved const& b) { return a.seconds < b.seconds; });
        std::vector<std::string> row = {name, std::to_string(all[1].environments), ls::formatted("%g", goal), "", "", "", "",
                                        "", ""};
        auto const failed = std::count_if(all.begin(), all.end(), [&](solved const& s) { return !(s.reached >= goal); });
        if (failed == 0) {
            double const price = ls::price_of(all[1].joules, all[1].on_clock, settings.prices);
            row[3] = ls::formatted("%.2f", all[1].seconds);
            row[4] = ls::formatted("%.2f", all[0].seconds);
            row[5] = ls::formatted("%.2f", all[2].seconds);
            row[6] = ls::formatted("%.2f", 1e-6 * static_cast<double>(all[1].steps));
            row[7] = std::isnan(all[1].joules) ? "" : ls::formatted("%.0f", all[1].joules);
            row[8] = std::isnan(price) ? "" : ls::formatted("%.3g", price);
            ls::curve line{name};
            for (std::size_t i = 0; i < all.size(); ++i) {
                line.add(static_cast<double>(i + 1), all[i].seconds);
            }
            picture.curves.push_back(line);
            cells += 4;
        } else {
            table.add_note(ls::formatted("%s: %d of 3 seeds did not reach it in %.2f M steps; %s", name, static_cast<int>(failed),
                                         1e-6 * static_cast<double>(config.steps),
                                         settings.percent < 100 ? "bench/article --percent 100 fills this"
                                                                : "bench/learning/run trains longer"));
        }
        table.add(row);
    };
    measure(ls::envs::ant(), "Ant", 6000, 25'000'000);
    measure(ls::envs::half_cheetah(), "HalfCheetah", 4800, 2'500'000);
    measure(ls::envs::humanoid(), "Humanoid", 6000, 8'000'000);
    measure(ls::envs::reacher(), "Reacher", -3.75, 8'000'000);
    measure(ls::envs::grasp(), "Grasp", 8, 20'000'000);
    table.add_note("Ant, HalfCheetah and Reacher: the thresholds of Gymnasium. Humanoid and Grasp have none: 6000 is to walk, "
                   "and a hand that is not trained returns 1.");
    table.add_note("Seconds are processor seconds divided by the number of threads.");
    table.add_note("Cards: bench/gpu/run.sh --only solve, on a machine with a card.");
    if (ls::energy_meter meter; std::isnan(meter.joules())) {
        table.add_note("energy: " + meter.scope() + "; bench/run article on a machine that counts it fills this");
    }
    if (settings.prices.price_per_kilowatt_hour == 0 && settings.prices.price_per_machine_hour == 0) {
        table.add_note("price: bench/article --price_per_machine_hour PRICE or --price_per_kilowatt_hour PRICE fills this");
    }
    table.publish(settings.folder, picture);
    std::printf("article_solve: %zu cells\n", cells);
}
