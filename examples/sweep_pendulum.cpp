// SPDX-License-Identifier: MIT
// Searches a configuration of PPO for the pendulum: many are drawn, all train a little, the better third goes on, and so on.

#include <cstddef>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

struct settings {
    std::string sweep = "learning_rate=1e-4..1e-2 epochs=4,8,16 discount=0.9,0.95,0.98";
    std::string logs;
    std::size_t threads = 0;
    ls::search_config search;
    ls::ppo_config learner{.steps = 300'000};
};

int main(int argc, char** argv) try {
    std::vector<ls::option<settings>> options = {
        {"sweep", &settings::sweep, "NAME=LOW..HIGH or NAME=VALUE,VALUE for the options below"},
        {"logs", &settings::logs,
         "a folder for the metrics of all trainings, for TensorBoard and as tables, and for a page about the search"},
        {"threads", &settings::threads, "that compute; 0 is one for every core"},
    };
    for (auto const& more : {ls::options_of(&settings::search), ls::options_of(&settings::learner)}) {
        options.insert(options.end(), more.begin(), more.end());
    }
    auto const chosen = ls::parse_options(argc, argv, options);

    ls::cpu device({.threads = chosen.threads});
    using learner_type = ls::ppo<ls::envs::pendulum, ls::cpu>;
    std::optional<ls::search_log<learner_type>> log;
    if (!chosen.logs.empty()) {
        log.emplace(chosen.logs);
    }
    auto const results = ls::search<learner_type>(device, chosen.learner, chosen.sweep, chosen.search, {}, log ? &*log : nullptr);
    std::fputs(ls::search_table(results).c_str(), stdout);
    if (log) {
        ls::save_report(chosen.logs + "/report.html",
                        ls::search_report<ls::ppo_config>{.title = "PPO on Pendulum",
                                                          .sweep = chosen.sweep,
                                                          .results = results,
                                                          .logs = chosen.logs,
                                                          .search_seeds = chosen.search.search_seeds});
    }
    return 0;
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
