// SPDX-License-Identifier: MIT
// The workload of articles: one learner on Pendulum, MountainCarContinuous and HalfCheetah, with 1, 4, 16 and 32 environments at
// once, on the processor and on a card of CUDA: times, energy and price.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/device/cuda.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/energy/meter.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/running_costs.hpp>
#include <lockstep/rl/evaluate.hpp>

#include "result_table.hpp"
#include "timing.hpp"

namespace bench {

struct article_settings {
    std::string folder = "article";
    std::size_t percent = 100;
    lockstep::prices prices;
};

/// The settings of a command line. Ends the program, with a sentence, if they make no sense.
inline article_settings parse_article_settings(int argc, char** argv) try {
    std::vector<lockstep::option<article_settings>> options = {
        {"folder", &article_settings::folder, "where the tables and pictures are left"},
        {"percent", &article_settings::percent, "of the work of the article; below 100 no return is expected"},
    };
    auto const prices = lockstep::options_of(&article_settings::prices);
    options.insert(options.end(), prices.begin(), prices.end());
    auto const settings = lockstep::parse_options(argc, argv, options);
    if (settings.percent == 0 || settings.percent > 100) {
        throw std::invalid_argument("option --percent takes a whole number from 1 to 100");
    }
    check(settings.prices);
    return settings;
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    std::exit(1);
}

/// A device, or why there is none.
template <class Device>
struct found {
    std::optional<Device> device;
    std::string why;
    found() {
        try {
            device.emplace();
        } catch (std::exception const& error) {
            why = error.what();
        }
    }
};

/// What a training took and reached.
struct article_training {
    /// Processor seconds of all threads divided by their number, which the clock shows where nothing else runs. For other devices
    /// than the processor these are the seconds of the clock.
    double seconds;
    double on_clock;
    double joules;  ///< of this machine; NaN if it does not count them
    double reached;
};

/// Trains with `config` and prints a row. Ends the program if the policy without noise returns less than `learned`.
template <class Learner, class Device>
article_training train_article(Device& device, char const* name, double learned, typename Learner::config_type const& config) {
    Learner learner(device, config);
    lockstep::energy_meter meter;
    double const begin = process_cpu_seconds(), wall = wall_seconds();
    while (!learner.done()) {
        learner.iterate();
    }
    article_training result{.seconds = 0, .on_clock = wall_seconds() - wall, .joules = meter.joules(), .reached = 0};
    if constexpr (std::is_same_v<Device, lockstep::cpu>) {
        result.seconds = (process_cpu_seconds() - begin) / static_cast<double>(device.threads());
    } else {
        result.seconds = result.on_clock;
    }
    result.reached = lockstep::evaluate(device, learner.policy(), {.episodes = 64}).mean_return;
    std::printf("  %2zu environments, %-22s %7.2f s (%.2f s on the clock), return %.1f\n", config.environments, name,
                result.seconds, result.on_clock, result.reached);
    std::fflush(stdout);
    if (!(result.reached >= learned)) {
        std::printf("%s returns %.1f and did not learn: %.1f was expected\n", name, result.reached, learned);
        std::exit(1);
    }
    return result;
}

/// Prints the table of a learner and leaves it in the folder of the settings. train(device, environments) trains on Pendulum,
/// MountainCarContinuous and HalfCheetah. Returns the seconds of all three with 16 environments on the processor.
template <class Train>
double make_article_table(std::string const& name, std::string const& title, article_settings const& settings, Train&& train) {
    result_table table(name, title,
                       {"device", "environments", "Pendulum (s)", "MountainCarContinuous (s)", "HalfCheetah (s)", "all (s)",
                        "energy (J)", "price", "return of Pendulum", "of MountainCarContinuous", "of HalfCheetah"});
    lockstep::chart picture{.title = title,
                            .x_label = "environments at once",
                            .y_label = "seconds",
                            .curves = {{"Pendulum"}, {"MountainCarContinuous"}, {"HalfCheetah"}, {"all"}}};
    auto const known = [](char const* format, double value) {
        char text[32];
        std::snprintf(text, sizeof(text), format, value);
        return std::isnan(value) ? std::string() : std::string(text);
    };
    double of_sixteen = 0;
    bool is_metered = true;
    constexpr std::size_t numbers[] = {1, 4, 16, 32};
    auto const add_rows = [&](char const* device_name, auto& device, lockstep::curve& all) {
        std::printf("%s\n", device_name);
        for (std::size_t const environments : numbers) {
            std::vector<std::string> row = {device_name, std::to_string(environments)};
            std::array<article_training, 3> const trainings = train(device, environments);
            double seconds = 0, on_clock = 0, joules = 0;
            for (article_training const& training : trainings) {
                row.push_back(known("%.2f", training.seconds));
                seconds += training.seconds;
                on_clock += training.on_clock;
                joules += training.joules;
            }
            all.add(static_cast<double>(environments), seconds);
            row.push_back(known("%.2f", seconds));
            row.push_back(known("%.0f", joules));
            row.push_back(known("%.3g", lockstep::price_of(joules, on_clock, settings.prices)));
            for (article_training const& training : trainings) {
                row.push_back(known("%.1f", training.reached));
            }
            is_metered = is_metered && !std::isnan(joules);
            table.add(row);
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(device)>, lockstep::cpu>) {
                of_sixteen = environments == 16 ? seconds : of_sixteen;
                for (std::size_t i = 0; i < 3; ++i) {
                    picture.curves[i].add(static_cast<double>(environments), trainings[i].seconds);
                }
            }
        }
    };
    lockstep::cpu processor;
    add_rows("processor", processor, picture.curves[3]);
    table.add_note("Seconds of the processor are processor seconds divided by the number of threads.");
    table.add_note("1 and 4 environments: all 16 lanes of a pack step, and 15 or 12 of them are idle.");
    if (found<lockstep::cuda> card; card.device) {
        lockstep::curve all{"all, CUDA"};
        add_rows("CUDA", *card.device, all);
        picture.curves.push_back(all);
        table.add_note("Seconds of CUDA are those of the clock, the compilation of kernels included.");
    } else {
        for (std::size_t const environments : numbers) {
            std::vector<std::string> row(11);
            row[0] = "CUDA";
            row[1] = std::to_string(environments);
            table.add(row);
        }
        table.add_note("CUDA: " + card.why + "; bench/run article on a machine with a card fills this");
    }
    if (!is_metered) {
        table.add_note("energy: " + lockstep::energy_meter().scope() +
                       "; bench/run article on a machine that counts it fills this");
    }
    if (settings.prices.price_per_kilowatt_hour == 0 && settings.prices.price_per_machine_hour == 0) {
        table.add_note("price: bench/article --price_per_machine_hour PRICE or --price_per_kilowatt_hour PRICE fills this");
    }
    table.publish(settings.folder, picture);
    return of_sixteen;
}

}  // namespace bench
