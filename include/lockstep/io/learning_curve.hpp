// SPDX-License-Identifier: MIT
// The picture that a training leaves: the return of its episodes over the environment steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/chart.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/text/parse_number.hpp>
#include <lockstep/rl/common/metrics.hpp>

namespace lockstep {

class learning_curve {
public:
    LOCKSTEP_COLD explicit learning_curve(std::string title)
        : chart_{.title = std::move(title), .x_label = "environment steps", .y_label = "return of an episode"} {
        chart_.curves.push_back({"return"});
    }

    /// Adds an iteration. An iteration in which no episode ended adds nothing.
    template <class Metrics>
    void append(Metrics const& m) {
        chart_.curves.front().add(static_cast<double>(m.steps), m.episode_return);
    }

    /// Adds the iterations in the table of metrics (io/csv.hpp) at `path`, such as those from before a training was resumed.
    /// Throws std::runtime_error, naming the file, if it cannot be read or is no such table.
    LOCKSTEP_COLD void append_table(std::string const& path) {
        std::string const text = read_file(path);
        auto const refuse = [&] {
            throw std::runtime_error(formatted("%s: has no numbers of steps and episode_return", path.c_str()));
        };
        std::string_view lines = text;
        std::vector<std::string_view> const names = cells(take_line(lines));
        auto const column = [&](std::string_view name) {
            std::size_t at = 0;
            while (at < names.size() && names[at] != name) {
                ++at;
            }
            return at;
        };
        std::size_t const steps = column("steps"), episode_return = column("episode_return");
        if (std::max(steps, episode_return) >= names.size()) {
            refuse();
        }
        while (!lines.empty()) {
            std::string_view const line = take_line(lines);
            if (line.empty()) {  // a lost row (io/storage/growing_file.hpp)
                continue;
            }
            std::vector<std::string_view> const row = cells(line);
            double x = 0, y = 0;
            if (std::max(steps, episode_return) >= row.size() || !parse_number(row[steps], x) ||
                !parse_number(row[episode_return], y)) {
                refuse();
            }
            chart_.curves.front().add(x, y);
        }
    }

    /// Returns the curve so far, for a picture with several curves.
    curve const& line() const { return chart_.curves.front(); }

    /// Replaces the file at `path` with the picture, as SVG. Throws as save_chart does.
    LOCKSTEP_COLD void save(std::string const& path) const { save_chart(path, chart_); }

private:
    static std::string_view take_line(std::string_view& text) {
        std::string_view const line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        return line;
    }
    LOCKSTEP_COLD static std::vector<std::string_view> cells(std::string_view line) {
        std::vector<std::string_view> result;
        while (!line.empty()) {
            result.push_back(line.substr(0, line.find(',')));
            line.remove_prefix(std::min(result.back().size() + 1, line.size()));
        }
        return result;
    }

    chart chart_;
};

}  // namespace lockstep
