// SPDX-License-Identifier: MIT
// A page about a search: the ranking, the learning curves of the best candidates, and the configuration of the best one.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/chart.hpp>
#include <lockstep/io/learning_curve.hpp>
#include <lockstep/io/report.hpp>
#include <lockstep/io/search.hpp>
#include <lockstep/io/search/log.hpp>
#include <lockstep/io/seed_curves.hpp>
#include <lockstep/io/text/html_page.hpp>

namespace lockstep {

/// The content of a page about a search, which to_html or save_report makes. It needs a title, a result with a return, and the
/// tables of the best five candidates in the folder `logs`.
template <class Config>
struct search_report {
    std::string title;                           ///< of the page
    std::string sweep;                           ///< as given to search
    std::vector<search_result<Config>> results;  ///< of search, the best first
    std::string logs;                            ///< the folder of the search's search_log
    std::size_t search_seeds = 1;                ///< of the search's search_config
};

/// Returns the page, which a browser shows without a network. Throws std::invalid_argument if the title or the results are
/// missing, if no candidate has a return, or if two curves of a candidate have no step in common, and std::runtime_error, naming
/// the file, if the table of a training cannot be read.
template <class Config>
LOCKSTEP_COLD std::string to_html(search_report<Config> const& report) {
    detail::require_reported(!report.title.empty(), report.title, "has no title");
    detail::require_reported(!report.results.empty() && std::isfinite(report.results.front().evaluated_return), report.title,
                             "has no candidate with a return");
    text_table ranking{{"rank", "steps", "return", "configuration"}};
    chart best{.title = "the best, each the median of its seeds",
               .x_label = "environment steps",
               .y_label = "return of an episode",
               .curves = {}};
    for (std::size_t i = 0; i < report.results.size(); ++i) {
        auto const& r = report.results[i];
        ranking.rows.push_back({std::to_string(i + 1), std::to_string(r.steps),
                                std::isfinite(r.evaluated_return) ? formatted("%.1f", r.evaluated_return) : "-", r.values});
        std::vector<curve> seeds;
        for (std::size_t seed = 0; i < 5 && std::isfinite(r.evaluated_return) && seed < report.search_seeds; ++seed) {
            learning_curve read("");
            read.append_table(search_folder(report.logs, r.candidate, seed) + "/metrics.csv");
            if (!read.line().points.empty()) {
                seeds.push_back(read.line());
            }
        }
        if (!seeds.empty()) {
            curve median = median_curve(formatted("%zu: %s", i + 1, r.values.c_str()), seeds);
            median.band.clear();  // five bands would hide one another
            best.curves.push_back(std::move(median));
        }
    }
    html_page page(report.title);
    page.add_sentence("Searched: " + report.sweep);
    page.add_heading("Ranking");
    page.add_table(ranking);
    page.add_heading("Learning curves");
    if (best.curves.empty()) {
        page.add_sentence("No episode ended in these trainings, so there are no curves.");
    } else {
        page.add_picture(best);
    }
    page.add_heading("Configuration of the best");
    page.add_table(configuration_table(report.results.front().config));
    page.add_heading("Versions");
    page.add_table(version_table());
    return page.text();
}

}  // namespace lockstep
