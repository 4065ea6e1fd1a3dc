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
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/io/chart.hpp>
#include <lockstep/io/csv.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/search.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>

namespace bench {

namespace ls = lockstep;

/// Few environments and many epochs: made for few steps, not for short time.
inline constexpr ls::ppo_config few_steps = {.environments = 64,
                                             .steps = 1'000'000,
                                             .horizon = 64,
                                             .epochs = 10,
                                             .minibatch = 512,
                                             .learning_rate = 1e-3f,
                                             .discount = 0.99f};

template <class Config>
struct learning_settings {
    Config config;
    std::size_t seeds = 5, threads = 0;
    double wall_seconds = 0;
    std::string folder = ".", sweep = "";
    ls::search_config search = {};
};

template <class Config>
std::vector<ls::option<learning_settings<Config>>> learning_options() {
    using settings = learning_settings<Config>;
    std::vector<ls::option<settings>> options = {
        {"seeds", &settings::seeds, "trainings, from the configuration's seed on"},
        {"threads", &settings::threads, "that compute; 0 is one for every core"},
        {"wall_seconds", &settings::wall_seconds, "above 0: a training ends after so long, if not before"},
        {"folder", &settings::folder, "that policies, the table and the picture are written to"},
        {"sweep", &settings::sweep, "searches instead: \"learning_rate=1e-4..1e-2 minibatch=512,1024\""},
    };
    std::ranges::copy(ls::options_of(&settings::search), std::back_inserter(options));
    std::ranges::copy(ls::options_of(&settings::config), std::back_inserter(options));
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
        auto const mean = ls::evaluate(device, policy, {.episodes = chosen.search.episodes});
        auto const drawn = ls::evaluate(device, policy, {.episodes = chosen.search.episodes, .deterministic = false});
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

template <class Learner, class Config>
void learn(int argc, char** argv, std::string const& name, Config const& defaults) {
    using settings = learning_settings<Config>;
    auto const options = learning_options<Config>();
    settings const chosen = ls::parse_options(argc, argv, options, settings{.config = defaults});
    if (chosen.seeds == 0) {
        throw std::invalid_argument("option --seeds is 0");
    }
    ls::cpu device({.threads = chosen.threads});
    if (chosen.sweep.empty()) {
        learn_seeds<Learner>(device, chosen, name);
    } else {
        auto const ranks = ls::search<Learner>(device, chosen.config, chosen.sweep, chosen.search, [](std::string const& line) {
            std::printf("%s\n", line.c_str());
            std::fflush(stdout);
        });
        std::printf("\n%s", ls::search_table(ranks).c_str());
    }
}

/// The fixed configurations of an environment.
struct configurations {
    ls::ppo_config ppo = few_steps;
    ls::sac_config sac = {.horizon = 64};
    ls::td3_config td3 = {.horizon = 64};
};

/// A whole program: NAME ppo|sac|td3 [--option value ...], the options over the environment's fixed configuration.
template <class Env>
int learn_environment(int argc, char** argv, std::string const& name, configurations const& fixed = {}) try {
    std::string const algorithm = argc > 1 ? argv[1] : "";
    if (algorithm == "ppo") {
        learn<ls::ppo<Env, ls::cpu>>(argc - 1, argv + 1, name + ".ppo", fixed.ppo);
        return 0;
    }
    if constexpr (!ls::discrete_actions<Env>) {
        if (algorithm == "sac") {
            learn<ls::sac<Env, ls::cpu>>(argc - 1, argv + 1, name + ".sac", fixed.sac);
            return 0;
        }
        if (algorithm == "td3") {
            learn<ls::td3<Env, ls::cpu>>(argc - 1, argv + 1, name + ".td3", fixed.td3);
            return 0;
        }
    }
    throw std::invalid_argument("the first argument is \"" + algorithm + "\", not " +
                                (ls::discrete_actions<Env> ? "ppo" : "ppo, sac or td3"));
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}

}  // namespace bench
