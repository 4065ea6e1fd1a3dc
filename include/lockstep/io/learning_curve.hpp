// SPDX-License-Identifier: MIT
// The picture that a training leaves: the return of its episodes over the steps it took.
#pragma once

#include <string>
#include <utility>

#include <lockstep/io/chart.hpp>
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

    /// Replaces the file at `path` with the picture, as SVG. Throws std::runtime_error, naming it, if it cannot be written.
    void save(std::string const& path) const { save_chart(path, chart_); }

private:
    chart chart_;
};

}  // namespace lockstep
