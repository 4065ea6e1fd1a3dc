// SPDX-License-Identifier: MIT
// A search for a better configuration of a learner by successive halving: random candidates are trained side by side, in one
// process and without another build.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/search/log.hpp>
#include <lockstep/io/search/sweep.hpp>
#include <lockstep/rl/common/config_check.hpp>
#include <lockstep/rl/common/member_help.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/learner.hpp>
#include <lockstep/rl/successive_halving.hpp>

namespace lockstep {

struct search_config {
    /// The number of candidates. All candidates differ, and the first is the given configuration. There are fewer if the sweep
    /// has fewer different ones.
    std::size_t candidates = 27;
    std::size_t rounds = 0;        ///< each with a third of the candidates before it; 0: until fewer than three are left
    std::size_t search_seeds = 1;  ///< trainings of a candidate; their mean counts
    std::size_t episodes = 64;     ///< of an evaluation
};

/// Calls visit(name, member) for each member in order.
template <class Config, class Visit>
    requires std::same_as<std::remove_const_t<Config>, search_config>
constexpr void for_each_member(Config& config, Visit&& visit) {
    visit("candidates", config.candidates);
    visit("rounds", config.rounds);
    visit("search_seeds", config.search_seeds);
    visit("episodes", config.episodes);
}

/// Returns the line of --help that says what a member is.
LOCKSTEP_COLD inline std::string_view help_of(search_config const&, std::string_view member) {
    static constexpr member_help known[] = {
        {"candidates", "configurations to try; the first is the given one"},
        {"rounds", "each with a third of the candidates before it; 0: until fewer than three are left"},
        {"search_seeds", "trainings of a candidate, whose mean counts"},
        {"episodes", "of an evaluation"},
    };
    return find_help(known, member);
}

/// Throws std::invalid_argument, naming the member, if a member is out of its range.
inline void check(search_config const& config) {
    config_check const must{"search_config"};
    must.above_zero("candidates", config.candidates);
    must.at_most("candidates", config.candidates, 1'000'000);
    must.above_zero("search_seeds", config.search_seeds);
    must.at_most("search_seeds", config.search_seeds, 1'000'000);
    must.above_zero("episodes", config.episodes);
    must.at_most("episodes", config.episodes, most_counted);
}

/// The result of a candidate.
template <class Config>
struct search_result {
    Config config;            ///< with the sizes that follow from the others, as it was trained
    std::string values;       ///< the drawn values, "learning_rate 0.0012  minibatch 512"
    std::size_t steps;        ///< of its training
    double evaluated_return;  ///< mean over seeds of the return without exploration; minus infinity if a training failed
    std::size_t candidate;    ///< its number, in the order in which candidates were drawn
};

/// Draws candidates, which are `config` with other values for the options of `sweep` (io/search/sweep.hpp). After each round of
/// trainings the best third of them stays. Those that stay to the end are trained for config.steps steps. Returns the results,
/// the best first. The memory of a candidate that leaves the search is freed at once. `tell(line)` is called for each evaluation,
/// and for each candidate that is left out because its configuration is refused or its training throws. The values of the result
/// of such a candidate say why. Throws std::invalid_argument if `sweep` cannot be read or a member of `how` is out of its range.
/// If there is a `log`, every training writes its metrics to the log's folder. If a file cannot be written, the search ends with
/// std::runtime_error. All candidates train and are evaluated in `env`. Learners that take no environment have their own.
template <class Learner, class Device, class Config>
std::vector<search_result<Config>> search(Device& device, Config const& config, std::string const& sweep,
                                          search_config const& how, std::function<void(std::string const&)> const& tell = {},
                                          search_log<Learner>* log = nullptr, typename Learner::environment const& env = {}) {
    static_assert(check_learner<Learner>());
    check(how);
    auto const swept = parse_sweep<Config>(sweep, options_of<Config>());
    struct candidate {
        Config config;
        Config trained = config;  ///< with all its sizes, once there is a learner
        std::vector<std::unique_ptr<Learner>> learners = {};
        std::string out = {};  ///< why the candidate left the search; empty if it did not
    };
    std::vector<candidate> candidates;
    std::set<std::string> drawn;
    constexpr std::uint32_t patience = 1000;  // after this many draws without a new candidate, the sweep is taken to have no more
    for (std::uint32_t i = 0, found = 0; candidates.size() < how.candidates && i - found <= patience; ++i) {
        candidate next{config};
        draw_candidate(swept, config.seed, i, next.config);
        if (drawn.insert(show_candidate(swept, next.config)).second) {
            candidates.push_back(std::move(next));
            found = i;
        }
    }
    auto const make = [&](Config const& of_seed) {
        if constexpr (std::constructible_from<Learner, Device&, Config const&, typename Learner::environment const&>) {
            return std::make_unique<Learner>(device, of_seed, env);
        } else {
            return std::make_unique<Learner>(device, of_seed);
        }
    };
    auto const train = [&](std::size_t index, std::size_t steps) {
        auto& [chosen, trained, learners, out] = candidates[index];
        if (!out.empty()) {
            return std::nan("");
        }
        std::string const values = show_candidate(swept, chosen);
        double sum = 0;
        try {
            for (std::size_t seed = 0; seed < how.search_seeds; ++seed) {
                if (learners.size() == seed) {
                    Config of_seed = chosen;
                    of_seed.seed += seed;
                    learners.push_back(make(of_seed));
                }
                Learner& learner = *learners[seed];
                if (seed == 0) {
                    trained = learner.config();
                }
                if (log != nullptr) {
                    log->begin(index, seed, learner);
                }
                while (!learner.done() && learner.total_steps() < steps) {
                    auto const metrics = learner.iterate();
                    if (log != nullptr) {
                        log->append(metrics);
                    }
                }
                sum += evaluate(device, learner.policy(), {.episodes = how.episodes}, learner.env()).mean_return;
            }
        } catch (std::exception const& error) {
            if (tell) {
                tell(formatted("out: %s   %s", error.what(), values.c_str()));
            }
            out = error.what();
            if (log != nullptr) {
                log->evaluated(index, steps, std::nan(""), swept, chosen);
            }
            return std::nan("");
        }
        double const mean = sum / static_cast<double>(how.search_seeds);
        if (log != nullptr) {
            log->evaluated(index, steps, mean, swept, chosen);
        }
        if (tell) {
            tell(formatted("%10zu steps %10.1f   %s", steps, mean, values.c_str()));
        }
        return mean;
    };
    auto const drop = [&](std::size_t index) { candidates[index].learners.clear(); };
    std::vector<search_result<Config>> results;
    halving_config const halving{.rounds = how.rounds, .budget = config.steps};
    for (halving_rank const& rank : successive_halving(candidates.size(), halving, train, drop)) {
        candidate const& c = candidates[rank.candidate];
        std::string const note = rank.candidate == 0 ? "  (as given)" : "";
        std::string const why = c.out.empty() ? "" : formatted("  (%s)", c.out.c_str());
        results.push_back({c.trained, show_candidate(swept, c.config) + note + why, rank.budget, rank.score, rank.candidate});
    }
    return results;
}

/// Returns the results as a table: a line of titles, then a line for each result.
template <class Config>
std::string search_table(std::vector<search_result<Config>> const& results) {
    std::string table = formatted("%4s %10s %10s   %s\n", "rank", "steps", "return", "configuration");
    for (std::size_t i = 0; i < results.size(); ++i) {
        auto const& r = results[i];
        table += formatted("%4zu %10zu %10.1f   %s\n", i + 1, r.steps, r.evaluated_return, r.values.c_str());
    }
    return table;
}

}  // namespace lockstep
