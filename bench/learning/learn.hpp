// SPDX-License-Identifier: MIT
// What a learner reaches in an environment: a training a seed, evaluated over whole episodes, with a table at the end; or a
// search for a better configuration.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/io/chart.hpp>
#include <lockstep/io/csv.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/sweep.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/successive_halving.hpp>

#include "configurations.hpp"

namespace bench {

namespace ls = lockstep;

template <class Config>
struct learning_settings {
    Config config;
    std::size_t seeds = 5, episodes = 128, threads = 0;
    double wall_seconds = 0;
    std::string folder = ".", sweep = "";
    std::size_t candidates = 27, rounds = 0;
};

template <class Config>
std::vector<ls::option<learning_settings<Config>>> learning_options() {
    using settings = learning_settings<Config>;
    std::vector<ls::option<settings>> options = {
        {"seeds", &settings::seeds, "trainings, from the configuration's seed on"},
        {"episodes", &settings::episodes, "of an evaluation"},
        {"threads", &settings::threads, "that compute; 0 is one for every core"},
        {"wall_seconds", &settings::wall_seconds, "above 0: a training ends after so long, if not before"},
        {"folder", &settings::folder, "that policies, the table and the picture are written to"},
        {"sweep", &settings::sweep, "searches instead: \"learning_rate=1e-4..1e-2 minibatch=512,1024\""},
        {"candidates", &settings::candidates, "of a search"},
        {"rounds", &settings::rounds, "of a search, each with a third of the candidates before it; 0 is until one is left"},
    };
    for (auto const& o : ls::options_of(&settings::config)) {
        options.push_back(o);
    }
    return options;
}

/// One training and what came of it.
struct learning_row {
    std::uint64_t seed;
    std::size_t steps;
    double seconds;
    double deterministic, deterministic_error, length;
    double stochastic, stochastic_error;
};
template <class Visit>
void for_each_column(learning_row const& row, Visit&& visit) {
    visit("seed", row.seed);
    visit("steps", row.steps);
    visit("seconds", row.seconds);
    visit("deterministic_return", row.deterministic);
    visit("standard_error", row.deterministic_error);
    visit("length", row.length);
    visit("stochastic_return", row.stochastic);
    visit("stochastic_standard_error", row.stochastic_error);
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    std::size_t const n = values.size();
    return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

/// Trains one seed after the other; leaves NAME.SEED.policy, NAME.csv and NAME.svg.
template <class Learner, class Device, class Settings>
void learn_seeds(Device& device, Settings const& chosen, std::string const& name) {
    std::string const output = chosen.folder + "/" + name;
    ls::csv<learning_row> table(output + ".csv");
    ls::chart chart{.title = name, .x_label = "environment steps", .y_label = "return of an episode", .curves = {}};
    std::vector<double> returns;
    std::printf("%-6s %10s %8s %24s %10s %24s\n", "seed", "steps", "seconds", "mean action", "length", "drawn actions");
    for (std::size_t i = 0; i < chosen.seeds; ++i) {
        auto config = chosen.config;
        config.seed += i;
        Learner learner(device, config);
        chart.curves.push_back({"seed " + std::to_string(config.seed)});
        auto const begin = std::chrono::steady_clock::now();
        std::size_t next_point = 0;
        double seconds = 0;
        while (!learner.done() && (chosen.wall_seconds <= 0 || seconds < chosen.wall_seconds)) {
            auto const metrics = learner.iterate();
            seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            if (metrics.steps >= next_point && std::isfinite(metrics.episode_return)) {
                chart.curves.back().add(static_cast<double>(metrics.steps), metrics.episode_return);
                next_point = metrics.steps + config.steps / 200;
            }
        }
        auto const policy = learner.policy();
        auto const mean = ls::evaluate(device, policy, {.episodes = chosen.episodes});
        auto const drawn = ls::evaluate(device, policy, {.episodes = chosen.episodes, .deterministic = false});
        ls::save(output + "." + std::to_string(config.seed) + ".policy", policy);
        learning_row const row{config.seed,      learner.total_steps(), seconds,           mean.mean_return,
                               mean.standard_error, mean.mean_length,   drawn.mean_return, drawn.standard_error};
        table.append(row);
        std::printf("%-6llu %10zu %8.1f %14.1f +- %6.1f %10.1f %14.1f +- %6.1f\n", static_cast<unsigned long long>(row.seed), row.steps,
                    row.seconds, row.deterministic, row.deterministic_error, row.length, row.stochastic, row.stochastic_error);
        std::fflush(stdout);
        returns.push_back(mean.mean_return);
    }
    table.close();
    ls::save_chart(output + ".svg", chart);
    double sum = 0, squares = 0;
    for (double const x : returns) {
        sum += x;
        squares += x * x;
    }
    double const n = static_cast<double>(returns.size()), average = sum / n;
    double const error = n > 1 ? std::sqrt(std::max(0.0, squares / n - average * average) / (n - 1)) : 0;
    std::printf("%s: median %.1f, mean %.1f +- %.1f over %zu seeds\n", name.c_str(), median(returns), average, error, returns.size());
}

/// Successive halving over drawn configurations, each by the mean of its seeds, and their table.
template <class Learner, class Device, class Settings>
void search(Device& device, Settings const& chosen, std::vector<ls::option<Settings>> const& options) {
    auto const sweep = ls::parse_sweep<Settings>(chosen.sweep, options);
    std::vector<Settings> candidates(chosen.candidates, chosen);
    std::vector<std::vector<std::unique_ptr<Learner>>> learners(chosen.candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        ls::draw_candidate(sweep, chosen.config.seed, static_cast<std::uint32_t>(i), candidates[i]);
    }
    auto const train = [&](std::size_t candidate, std::size_t budget) {
        double sum = 0;
        try {
            for (std::size_t s = 0; s < chosen.seeds; ++s) {
                if (learners[candidate].size() == s) {
                    auto config = candidates[candidate].config;
                    config.seed += s;
                    learners[candidate].push_back(std::make_unique<Learner>(device, config));
                }
                Learner& learner = *learners[candidate][s];
                while (!learner.done() && learner.total_steps() < budget) {
                    learner.iterate();
                }
                sum += ls::evaluate(device, learner.policy(), {.episodes = chosen.episodes}).mean_return;
            }
        } catch (std::exception const& error) {
            std::printf("%s: %s\n", ls::show_candidate(sweep, candidates[candidate]).c_str(), error.what());
            return std::nan("");
        }
        double const score = sum / static_cast<double>(chosen.seeds);
        std::printf("%10zu steps %12.1f   %s\n", budget, score, ls::show_candidate(sweep, candidates[candidate]).c_str());
        std::fflush(stdout);
        return score;
    };
    auto const ranks = ls::successive_halving(chosen.candidates, {.rounds = chosen.rounds, .budget = chosen.config.steps}, train);
    std::printf("\nrank %10s %12s   configuration\n", "steps", "return");
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        std::printf("%4zu %10zu %12.1f   %s%s\n", i + 1, ranks[i].budget, ranks[i].score,
                    ls::show_candidate(sweep, candidates[ranks[i].candidate]).c_str(), ranks[i].candidate == 0 ? "  (as given)" : "");
    }
}

template <class Learner, class Config>
void learn(int argc, char** argv, std::string const& name, Config const& defaults) {
    using settings = learning_settings<Config>;
    auto const options = learning_options<Config>();
    settings const chosen = ls::parse_options(argc, argv, options, settings{.config = defaults});
    ls::cpu device({.threads = chosen.threads});
    if (chosen.sweep.empty()) {
        learn_seeds<Learner>(device, chosen, name);
    } else {
        search<Learner>(device, chosen, options);
    }
}

/// A whole program: NAME ppo [--option value ...], the options over the environment's fixed configuration.
template <class Env>
int learn_environment(int argc, char** argv, std::string const& name) try {
    std::string const algorithm = argc > 1 ? argv[1] : "";
    if (algorithm == "ppo") {
        learn<ls::ppo<Env, ls::cpu>>(argc - 1, argv + 1, name + ".ppo", ppo_configuration<Env>);
    } else {
        throw std::invalid_argument("the first argument is \"" + algorithm + "\", not ppo");
    }
    return 0;
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}

}  // namespace bench
