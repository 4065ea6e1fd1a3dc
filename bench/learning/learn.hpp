// SPDX-License-Identifier: MIT
// What a learner reaches in an environment: a training a seed, evaluated over whole episodes, with a table at the end; or a
// search for a better configuration. A training that was stopped can be gone on with. A training has a number of steps, or lasts
// about so many minutes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/io/chart.hpp>
#include <lockstep/io/csv.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/search.hpp>
#include <lockstep/io/seed_curves.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <lockstep/rl/tuned.hpp>

#include "../evaluated_episodes.hpp"
#include "../timing.hpp"
#include "minutes.hpp"
#include "train.hpp"

namespace bench {

namespace ls = lockstep;

template <class Config>
struct learning_settings {
    Config config;
    std::size_t seeds = 5, threads = 0;
    double minutes = 0;
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
        {"minutes", &settings::minutes, "to train for, on all threads, in place of `steps`"},
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
        std::printf("%-6llu %10zu %8.1f %14.1f +- %6.1f %10.1f %14.1f +- %6.1f\n", static_cast<unsigned long long>(row.seed),
                    row.steps, row.processor_seconds, row.deterministic, row.deterministic_error, row.length, row.stochastic,
                    row.stochastic_error);
        std::fflush(stdout);
        returns.push_back(mean.mean_return);
    }
    table.close();
    if (chart.curves.size() > 1 && std::ranges::none_of(chart.curves, [](ls::curve const& c) { return c.points.empty(); })) {
        chart.curves.insert(chart.curves.begin(), ls::median_curve("median, and the middle half", chart.curves));
    }
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

/// A learner that trains with its defaults where the library has a configuration for it, too.
template <class Learner>
struct with_defaults : Learner {
    using Learner::Learner;
    static constexpr bool takes_defaults = true;
};

/// The configuration in the library for so many steps, 0: for as many as it was searched for; where there is none, the defaults.
template <class Learner>
typename Learner::config_type configuration(std::size_t steps = 0) {
    if constexpr (ls::is_tuned<Learner> && !requires { Learner::takes_defaults; }) {
        return ls::tuned<Learner>(steps);
    } else {
        return {.steps = steps == 0 ? 1'000'000 : steps};
    }
}

/// The settings of a command line. Sizes that it leaves open follow from its steps, or from its minutes.
template <class Learner>
auto parse_settings(int argc, char** argv) {
    using settings = learning_settings<typename Learner::config_type>;
    auto const options = learning_options<typename Learner::config_type>();
    auto const parse = [&](std::size_t steps) {
        ls::search_config const search{.episodes = evaluated_episodes<typename Learner::environment>};
        return ls::parse_options(argc, argv, options, settings{.config = configuration<Learner>(steps), .search = search});
    };
    settings const first = parse(0);
    if (first.seeds == 0) {
        throw std::invalid_argument("option --seeds is 0");
    }
    if (first.minutes <= 0) {
        return parse(first.config.steps);
    }
    if (first.resume) {
        throw std::invalid_argument(
            "option --minutes goes on with nothing: its number of steps follows from the speed at the start; "
            "state the steps of the training to --resume by --steps");
    }
    ls::cpu device({.threads = first.threads});
    std::size_t const steps = steps_in<Learner>(
        device, 60 * first.minutes, [&](std::size_t chosen) { return parse(chosen).config; }, configuration<Learner>().steps);
    settings result = parse(steps);
    result.config.steps = steps;
    return result;
}

template <class Learner>
void learn(int argc, char** argv, std::string const& name) {
    auto const chosen = parse_settings<Learner>(argc, argv);
    ls::cpu device({.threads = chosen.threads});
    if (chosen.sweep.empty()) {
        learn_seeds<Learner>(device, chosen, name + (chosen.minutes > 0 ? ls::formatted(".minutes_%g", chosen.minutes) : ""));
    } else {
        auto const ranks = ls::search<Learner>(device, chosen.config, chosen.sweep, chosen.search, [](std::string const& line) {
            std::printf("%s\n", line.c_str());
            std::fflush(stdout);
        });
        std::printf("\n%s", ls::search_table(ranks).c_str());
    }
}

template <class Layers>
using categorical = ls::categorical_critic<Layers, 101>;

/// A whole program: NAME default_ppo|ppo|tuned_ppo|sac|categorical_sac|td3|crossq|categorical_crossq|ars [--option value ...], the
/// options over the configuration in the library.
template <class Env>
int learn_environment(int argc, char** argv, std::string const& name) try {
    std::string const algorithm = argc > 1 ? argv[1] : "";
    auto const with = [&]<class Learner>(std::string const& chosen) {
        if (algorithm == chosen) {
            learn<Learner>(argc - 1, argv + 1, name + "." + chosen);
        }
        return algorithm == chosen;
    };
    if (with.template operator()<with_defaults<ls::ppo<Env, ls::cpu>>>("default_ppo") ||
        with.template operator()<ls::ppo<Env, ls::cpu>>("ppo")) {
        return 0;
    }
    if constexpr (!ls::discrete_actions<Env>) {
        using layers = ls::tuned_renormalized_layers;
        if (with.template operator()<ls::ppo<Env, ls::cpu, ls::tuned_ppo_layers<Env>>>("tuned_ppo") ||
            with.template operator()<ls::sac<Env, ls::cpu, ls::tuned_layers>>("sac") ||
            with.template operator()<ls::sac<Env, ls::cpu, ls::tuned_layers, categorical<ls::tuned_layers>>>("categorical_sac") ||
            with.template operator()<ls::td3<Env, ls::cpu, ls::tuned_layers>>("td3") ||
            with.template operator()<ls::crossq<Env, ls::cpu, layers, layers>>("crossq") ||
            with.template operator()<ls::crossq<Env, ls::cpu, ls::tuned_renormalized_actor, categorical<layers>>>(
                "categorical_crossq") ||
            with.template operator()<ls::ars<Env, ls::cpu>>("ars")) {
            return 0;
        }
    }
    throw std::invalid_argument("the first argument is \"" + algorithm + "\", not default_ppo" +
                                (ls::discrete_actions<Env>
                                     ? " or ppo"
                                     : ", ppo, tuned_ppo, sac, categorical_sac, td3, crossq, categorical_crossq or ars"));
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}

}  // namespace bench
