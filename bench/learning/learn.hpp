// SPDX-License-Identifier: MIT
// What a learner reaches in an environment: a training a seed, evaluated over whole episodes, with a table at the end; or a
// search for a better configuration. A training that was stopped can be gone on with.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/io/chart.hpp>
#include <lockstep/io/checkpoint.hpp>
#include <lockstep/io/csv.hpp>
#include <lockstep/io/learning_curve.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/progress.hpp>
#include <lockstep/io/search.hpp>
#include <lockstep/rl/crossq.hpp>
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
constexpr Config with_steps(Config config, std::size_t steps) {
    config.steps = steps;
    return config;
}

template <class Config>
struct learning_settings {
    Config config;
    std::size_t seeds = 5, threads = 0;
    bool resume = false;
    std::string folder = ".", sweep = "";
    ls::search_config search = {};
};

template <class Config>
std::vector<ls::option<learning_settings<Config>>> learning_options() {
    using settings = learning_settings<Config>;
    std::vector<ls::option<settings>> options = {
        {"seeds", &settings::seeds, "trainings, from the configuration's seed on"},
        {"threads", &settings::threads, "that compute; 0 is one for every core"},
        {"resume", &settings::resume, "goes on with the trainings whose checkpoints are in the folder"},
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
    double seconds;            ///< on the clock
    double processor_seconds;  ///< a thread: about what the clock shows where nothing else runs
    double deterministic, deterministic_error, length;
    double stochastic, stochastic_error;
};
template <class Visit>
void for_each_column(learning_row const& row, Visit&& visit) {
    visit("seed", row.seed);
    visit("steps", row.steps);
    visit("seconds", row.seconds);
    visit("processor_seconds", row.processor_seconds);
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

/// A learner that knows what its iterations took, also those before it was stopped.
template <class Learner>
struct timed : Learner {
    using Learner::Learner;
    double seconds = 0, processor_seconds = 0;  ///< on the clock, and of all threads

    auto iterate() {
        double const begin = processor_time();
        auto const metrics = Learner::iterate();
        seconds = metrics.seconds;
        processor_seconds += processor_time() - begin;
        return metrics;
    }
    template <class Visit>
    void for_each_part(Visit&& visit) {
        Learner::for_each_part(visit);
        visit("seconds_on_the_clock", seconds);
        visit("processor_seconds", processor_seconds);
    }

private:
    static double processor_time() {
        std::timespec now;
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
    }
};

/// Trains a seed to its end and shows a live line, on the standard error; keeps a table of the metrics, and a checkpoint.
template <class Learner>
void train(Learner& learner, std::string const& output, bool resume) {
    if (resume && std::filesystem::exists(output + ".checkpoint")) {
        ls::load_checkpoint(output + ".checkpoint", learner);
    }
    ls::csv<decltype(learner.iterate())> table(output + ".csv", learner.iterations());
    ls::periodic_checkpoint checkpoint(output + ".checkpoint", std::chrono::minutes(5));
    ls::progress live(stderr);
    while (!learner.done() && table.good()) {
        auto const metrics = learner.iterate();
        live.report(metrics);
        table.append(metrics);
        checkpoint.update(learner, table);
    }
    ls::save_checkpoint(output + ".checkpoint", learner, table);
    table.close();
}

/// The curve of a table of metrics, a point in every so many steps.
inline ls::curve thinned_curve(std::string const& table, std::string const& name, std::size_t steps) {
    ls::learning_curve all(name);
    all.append_table(table);
    ls::curve thinned{name};
    for (ls::page_point const& p : all.line().points) {
        if (thinned.points.empty() || p.x >= thinned.points.back().x + static_cast<double>(steps)) {
            thinned.points.push_back(p);
        }
    }
    return thinned;
}

/// Trains one seed after the other; leaves NAME.csv and NAME.svg, and of each seed its policy, its table and its checkpoint.
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
        std::string const training = output + "." + std::to_string(config.seed);
        timed<Learner> learner(device, config);
        train(learner, training, chosen.resume);
        chart.curves.push_back(thinned_curve(training + ".csv", "seed " + std::to_string(config.seed), config.steps / 200));
        auto const policy = learner.policy();
        auto const mean = ls::evaluate(device, policy, {.episodes = chosen.search.episodes});
        auto const drawn = ls::evaluate(device, policy, {.episodes = chosen.search.episodes, .deterministic = false});
        ls::save(training + ".policy", policy);
        learning_row const row{.seed = config.seed,
                               .steps = learner.total_steps(),
                               .seconds = learner.seconds,
                               .processor_seconds = learner.processor_seconds / static_cast<double>(device.threads()),
                               .deterministic = mean.mean_return,
                               .deterministic_error = mean.standard_error,
                               .length = mean.mean_length,
                               .stochastic = drawn.mean_return,
                               .stochastic_error = drawn.standard_error};
        table.append(row);
        std::printf("%-6llu %10zu %8.1f %14.1f +- %6.1f %10.1f %14.1f +- %6.1f\n",
                    static_cast<unsigned long long>(row.seed), row.steps, row.processor_seconds, row.deterministic,
                    row.deterministic_error, row.length, row.stochastic, row.stochastic_error);
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
    std::printf("%s: median %.1f, mean %.1f +- %.1f over %zu seeds\n", name.c_str(), median(returns), average, error,
                returns.size());
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

/// Half the published widths and batches, three times the published learning rates: a million steps in minutes (README.md).
using small_layers = ls::hidden_layers<ls::relu_activation, 128, 128>;
using small_renormalized_layers = ls::renormalized_layers<256, 256>;

template <class Config>
inline constexpr Config in_minutes = {
    .batch = 128, .actor_learning_rate = 1e-3f, .critic_learning_rate = 1e-3f, .final_rate_share = 0};
template <class Config>
constexpr Config at_constant_rates(Config config) {
    config.final_rate_share = 1;
    return config;
}

/// The fixed configurations of an environment: for a million steps, and PPO for a minute.
struct configurations {
    ls::ppo_config ppo = few_steps, ppo_minute = with_steps(ppo, 10'000'000);
    ls::sac_config sac = in_minutes<ls::sac_config>;
    ls::td3_config td3 = in_minutes<ls::td3_config>;
    ls::crossq_config crossq = in_minutes<ls::crossq_config>;
};

/// A whole program: NAME ppo|ppo_minute|sac|td3|crossq [--option value ...], the options over the environment's fixed
/// configuration.
template <class Env>
int learn_environment(int argc, char** argv, std::string const& name, configurations const& fixed = {}) try {
    std::string const algorithm = argc > 1 ? argv[1] : "";
    auto const with = [&]<class Learner>(std::string const& chosen, auto const& config) {
        if (algorithm == chosen) {
            learn<Learner>(argc - 1, argv + 1, name + "." + chosen, config);
        }
        return algorithm == chosen;
    };
    using ppo = ls::ppo<Env, ls::cpu>;
    if (with.template operator()<ppo>("ppo", fixed.ppo) || with.template operator()<ppo>("ppo_minute", fixed.ppo_minute)) {
        return 0;
    }
    if constexpr (!ls::discrete_actions<Env>) {
        using layers = small_renormalized_layers;
        if (with.template operator()<ls::sac<Env, ls::cpu, small_layers>>("sac", fixed.sac) ||
            with.template operator()<ls::td3<Env, ls::cpu, small_layers>>("td3", fixed.td3) ||
            with.template operator()<ls::crossq<Env, ls::cpu, layers, layers>>("crossq", fixed.crossq)) {
            return 0;
        }
    }
    throw std::invalid_argument("the first argument is \"" + algorithm + "\", not " +
                                (ls::discrete_actions<Env> ? "ppo or ppo_minute" : "ppo, ppo_minute, sac, td3 or crossq"));
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}

}  // namespace bench
