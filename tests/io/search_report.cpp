// SPDX-License-Identifier: MIT
#include <limits>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/search_report.hpp>
#include <lockstep/rl/common/metrics.hpp>
#include <lockstep/rl/ppo/config.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

/// The folder of a search of three candidates with two seeds, of which the last failed.
struct searched {
    lockstep_test::temporary_folder folder;
    ls::search_report<ls::ppo_config> report;

    searched() {
        for (std::size_t candidate = 0; candidate < 2; ++candidate) {
            for (std::size_t seed = 0; seed < 2; ++seed) {
                ls::csv<ls::ppo_metrics> table(ls::make_folder(ls::search_folder(folder.path(), candidate, seed)) +
                                               "/metrics.csv");
                for (std::size_t i = 1; i <= 3; ++i) {
                    ls::ppo_metrics row{};
                    row.steps = 1000 * i;
                    row.episode_return = static_cast<double>(i + seed);
                    table.append(row);
                }
            }
        }
        ls::ppo_config found;
        found.epochs = 17;
        report = {.title = "A search",
                  .sweep = "epochs=3,17",
                  .results = {{found, "epochs 17", 3000, 12.5, 1},
                              {{}, "epochs 3  (as given)", 3000, 10, 0},
                              {{}, "epochs 4  (it failed)", 3000, -std::numeric_limits<double>::infinity(), 2}},
                  .logs = folder.path(),
                  .search_seeds = 2};
    }
};

bool has(std::string const& text, std::string const& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("a report of a search has the ranking, curves of the best and what was found, and loads nothing") {
    searched const search;
    std::string const page = ls::to_html(search.report);
    CHECK(has(page, "Searched: epochs=3,17"));
    CHECK(has(page, "<tr><td>1</td><td>3000</td><td>12.5</td><td>epochs 17</td></tr>"));
    CHECK(has(page, "<tr><td>3</td><td>3000</td><td>-</td><td>epochs 4  (it failed)</td></tr>"));
    CHECK(has(page, ">1: epochs 17</text>"));
    CHECK(has(page, ">2: epochs 3  (as given)</text>"));
    CHECK_FALSE(has(page, ">3: epochs 4"));
    CHECK(has(page, "<tr><td>epochs</td><td>17</td></tr>"));
    for (char const* what : {"href", "src=", "url(", "<script", "<link"}) {
        CHECK_MESSAGE(!has(page, what), what);
    }
}

TEST_CASE("what is missing is named") {
    searched search;
    search.report.search_seeds = 3;
    CHECK_THROWS_WITH_AS(ls::to_html(search.report), doctest::Contains("candidate_1.seed_2/metrics.csv: cannot be read"),
                         std::runtime_error);
    search.report.results.erase(search.report.results.begin(), search.report.results.begin() + 2);
    CHECK_THROWS_WITH_AS(ls::to_html(search.report), "report \"A search\": has no candidate with a return",
                         std::invalid_argument);
    search.report.results.clear();
    CHECK_THROWS_WITH_AS(ls::to_html(search.report), "report \"A search\": has no candidate with a return",
                         std::invalid_argument);
    search.report.title.clear();
    CHECK_THROWS_WITH_AS(ls::to_html(search.report), "report \"\": has no title", std::invalid_argument);
}
