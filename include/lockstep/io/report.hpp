// SPDX-License-Identifier: MIT
// A page about a training: its learning curve over all seeds, the final evaluations, the configuration and the versions.
#pragma once

#include <cmath>
#include <cstdint>
#include <ctime>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/chart.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/member_list.hpp>
#include <lockstep/io/seed_curves.hpp>
#include <lockstep/io/storage/file_suffix.hpp>
#include <lockstep/io/text/html_page.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/version.hpp>

namespace lockstep {

/// One training: its seed, its learning curve and its final evaluation.
struct seed_report {
    std::uint64_t seed;
    curve returns;     ///< learning_curve::line()
    evaluation final;  ///< of the policy that was learnt
};

/// The content of a page about a training, which to_html or save_report makes. It needs a title, a configuration, and at least
/// one seed with an evaluation.
struct training_report {
    std::string title;               ///< of the page
    text_table configuration;        ///< configuration_table(config)
    std::vector<seed_report> seeds;  ///< one for each training; only the seed differs
    std::string costs = {};          ///< running_costs::summary, if it was measured
};

/// Returns a table of the members that for_each_member(config, visit) visits, with their values.
template <class Config>
LOCKSTEP_COLD text_table configuration_table(Config const& config) {
    text_table table{{"option", "value"}};
    for (listed_member const& member : list_members(config)) {
        table.rows.push_back({std::string(member.name), member.type->show(member.address)});
    }
    return table;
}

/// Returns a table of the versions of Lockstep and of the compiler, the width of lanes, and today's date (UTC).
LOCKSTEP_COLD inline text_table version_table() {
    std::time_t const now = std::time(nullptr);
    std::tm day{};
    ::gmtime_r(&now, &day);
    return {{"of", "version"},
            {{"Lockstep", formatted("%d.%d.%d", LOCKSTEP_VERSION_MAJOR, LOCKSTEP_VERSION_MINOR, LOCKSTEP_VERSION_PATCH)},
             {"compiler", __VERSION__},
             {"lanes", formatted("%d", native_width)},
             {"date", formatted("%04d-%02d-%02d", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday)}}};
}

namespace detail {

LOCKSTEP_COLD inline void require_reported(bool there, std::string const& title, char const* what) {
    if (!there) {
        throw std::invalid_argument(formatted("report \"%s\": %s", title.c_str(), what));
    }
}

/// Adds to `page` a picture of the median over seeds, or of the only seed. For each seed in whose training no episode ended, it
/// adds a sentence.
LOCKSTEP_COLD inline void add_curves(html_page& page, std::vector<seed_report> const& seeds) {
    std::vector<curve> lines;
    for (seed_report const& seed : seeds) {
        if (seed.returns.points.empty()) {
            page.add_sentence(formatted("No episode ended in the training of seed %llu, so it has no curve.",
                                        static_cast<unsigned long long>(seed.seed)));
        } else {
            lines.push_back(curve(seed.returns));
        }
    }
    if (!lines.empty()) {
        std::string const title =
            lines.size() == 1 ? "one seed" : formatted("median of %zu seeds, and their middle half", lines.size());
        chart picture{.title = title, .x_label = "environment steps", .y_label = "return of an episode"};
        picture.curves.push_back(lines.size() == 1 ? std::move(lines.front()) : median_curve("median", lines));
        page.add_picture(picture);
    }
}

}  // namespace detail

/// Returns the page, which a browser shows without a network. Throws std::invalid_argument, naming what is missing, if there is
/// no title, no configuration, no seed, or a seed without an evaluation. It also throws std::invalid_argument if the curves of
/// two seeds have no step in common.
LOCKSTEP_COLD inline std::string to_html(training_report const& report) {
    detail::require_reported(!report.title.empty(), report.title, "has no title");
    detail::require_reported(!report.configuration.rows.empty(), report.title, "has no configuration");
    detail::require_reported(!report.seeds.empty(), report.title, "has no seed");
    text_table results{{"seed", "return of the mean action", "standard error", "episodes", "mean length"}};
    std::vector<double> returns;
    for (seed_report const& seed : report.seeds) {
        evaluation const& e = seed.final;
        std::string const number = std::to_string(seed.seed);
        detail::require_reported(e.episodes > 0 && std::isfinite(e.mean_return), report.title,
                                 formatted("seed %s has no final evaluation", number.c_str()).c_str());
        results.rows.push_back({number, formatted("%.1f", e.mean_return), formatted("%.1f", e.standard_error),
                                std::to_string(e.episodes), formatted("%.1f", e.mean_length)});
        returns.push_back(e.mean_return);
    }
    if (returns.size() > 1) {
        results.rows.push_back({"median", formatted("%.1f", quantile(returns, 0.5))});
        results.rows.push_back({"quartiles", formatted("%.1f to %.1f", quantile(returns, 0.25), quantile(returns, 0.75))});
    }
    html_page page(report.title);
    page.add_heading("Learning curve");
    detail::add_curves(page, report.seeds);
    page.add_heading("Final evaluation");
    page.add_table(results);
    if (!report.costs.empty()) {
        page.add_sentence(report.costs);
    }
    page.add_heading("Configuration");
    page.add_table(report.configuration);
    page.add_heading("Versions");
    page.add_table(version_table());
    return page.text();
}

/// Replaces the file at `path` with the page of a report. Throws as to_html does, std::invalid_argument if `path` has another
/// format's suffix (check_suffix), and std::runtime_error, naming the file, if it cannot be written.
template <class Report>
void save_report(std::string const& path, Report const& report) {
    write_file(check_suffix(path, ".html"), to_html(report));
}

}  // namespace lockstep
