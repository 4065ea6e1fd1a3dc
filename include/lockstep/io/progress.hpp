// SPDX-License-Identifier: MIT
// The live line of a training: how far, how fast, how well, how long still.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

#include <lockstep/io/quantity.hpp>
#include <lockstep/rl/metrics.hpp>

namespace lockstep {

/// The line for one iteration, without a line's end. Metrics of any learner: what every one of them has is shown.
template <class Metrics>
std::string progress_line(Metrics const& m) {
    double const left = m.seconds * (static_cast<double>(m.total_steps) / static_cast<double>(m.steps) - 1);
    std::string line = quantity(static_cast<double>(m.steps)) + " of " + quantity(static_cast<double>(m.total_steps)) + " steps";
    line += "   " + quantity(m.steps_per_second) + " steps/s";
    line += "   return " + quantity(m.episode_return);
    line += "   " + duration(left > 0 ? left : 0) + " left";
    if (m.nonfinite_episodes > 0) {
        line += "   " + std::to_string(m.nonfinite_episodes) + (m.nonfinite_episodes == 1 ? " episode" : " episodes") + " with NaN";
    }
    return line;
}

/// Writes that line for every iteration: in its place on a terminal, else as a plain line every few seconds.
class progress {
public:
    explicit progress(std::FILE* output = stdout) : output_(output), terminal_(::isatty(::fileno(output)) == 1) {}

    /// An iteration in which no episode ended shows the return of the last one that had some.
    template <class Metrics>
    void report(Metrics m) {
        if (std::isnan(m.episode_return)) {
            m.episode_return = episode_return_;
        }
        episode_return_ = m.episode_return;
        bool const last = m.steps >= m.total_steps;
        double const interval = terminal_ ? 0.05 : 2;
        if (started_ && !last && m.seconds - reported_at_ < interval) {
            return;
        }
        std::string line = progress_line(m);
        if (terminal_) {
            fit(line);
            // The line is always ended, so that whatever the program writes next stands on its own; it is redrawn from there.
            line = (started_ ? "\x1b[1A\r\x1b[2K" : "") + line;
        }
        std::fprintf(output_, "%s\n", line.c_str());
        std::fflush(output_);
        started_ = true;
        reported_at_ = m.seconds;
    }

private:
    /// A line that wraps could not be redrawn in its place.
    void fit(std::string& line) const {
        struct ::winsize size{};
        if (::ioctl(::fileno(output_), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && line.size() >= size.ws_col) {
            line.resize(size.ws_col - 1u);
        }
    }

    std::FILE* output_;
    bool terminal_;
    bool started_ = false;
    double reported_at_ = 0;
    double episode_return_ = std::nan("");
};

/// Shows one iteration on standard output.
template <class Metrics>
void report(Metrics const& m) {
    static progress line;
    line.report(m);
}

}  // namespace lockstep
