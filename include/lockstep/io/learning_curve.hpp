// SPDX-License-Identifier: MIT
// The picture that a training leaves: the return of its episodes over the steps it took.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/io/chart.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/formatted.hpp>
#include <lockstep/rl/metrics.hpp>

namespace lockstep {

class learning_curve {
public:
    explicit learning_curve(std::string title)
        : chart_{.title = std::move(title),
                 .x_label = "environment steps",
                 .y_label = "return of an episode",
                 .curves = {{"return"}}} {}

    /// Adds an iteration; one in which no episode ended adds nothing.
    template <class Metrics>
    void append(Metrics const& m) {
        chart_.curves.front().add(static_cast<double>(m.steps), m.episode_return);
    }

    /// Adds the iterations of a table that a csv of metrics left at `path`: those before a training was resumed. Throws
    /// std::runtime_error, naming it, if it cannot be read or is no such table.
    void append_table(std::string const& path) {
        std::istringstream lines(read_file(path));
        std::string line;
        std::getline(lines, line);
        auto const cells = [](std::string const& text) {
            std::vector<std::string> result;
            std::istringstream row(text);
            for (std::string cell; std::getline(row, cell, ',');) {
                result.push_back(cell);
            }
            return result;
        };
        std::vector<std::string> const names = cells(line);
        auto const column = [&](std::string_view name) {
            return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
        };
        std::size_t const steps = column("steps"), episode_return = column("episode_return");
        auto const refuse = [&] {
            throw std::runtime_error(formatted("%s: has no numbers of steps and episode_return", path.c_str()));
        };
        auto const number = [&](std::vector<std::string> const& row, std::size_t at) {
            char* end = nullptr;
            double const value = at < row.size() ? std::strtod(row[at].c_str(), &end) : 0;
            if (at >= row.size() || end == row[at].c_str() || *end != '\0') {
                refuse();
            }
            return value;
        };
        if (std::max(steps, episode_return) >= names.size()) {
            refuse();
        }
        while (std::getline(lines, line)) {
            std::vector<std::string> const row = cells(line);
            chart_.curves.front().add(number(row, steps), number(row, episode_return));
        }
    }

    /// What was added so far: a line for a picture of several.
    curve const& line() const { return chart_.curves.front(); }

    /// Replaces the file at `path` with the picture, as SVG. Throws std::runtime_error, naming it, if it cannot be written.
    void save(std::string const& path) const { save_chart(path, chart_); }

private:
    chart chart_;
};

}  // namespace lockstep
