// SPDX-License-Identifier: MIT
// The live line of a training: its progress, speed, returns and remaining time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/text/quantity.hpp>
#include <lockstep/rl/common/metrics.hpp>

namespace lockstep {

/// Where a training was when its speed began to count.
struct progress_begin {
    std::size_t steps = 0;
    double seconds = 0;
};

/// Returns the line for one iteration, without a newline. It shows the metrics that every learner has, and the costs
/// (io/running_costs.hpp) if they are known. The time that is left follows from the steps since `begin`. An iteration with the
/// compilation of kernels has its time in place of the speed.
template <class Metrics>
LOCKSTEP_COLD std::string progress_line(Metrics const& m, progress_begin const& begin = {}) {
    bool const compiled = m.seconds_with_compilation > 0;
    std::size_t const steps = std::min(m.steps, m.total_steps);  // the last iteration is whole, so it may go beyond total_steps
    std::string const episode_return =
        std::abs(m.episode_return) >= 1000 ? formatted("%.0f", m.episode_return) : quantity(m.episode_return);
    std::string const speed = compiled ? formatted("%s with compilation", duration(m.seconds_with_compilation).c_str())
                                       : formatted("%s steps/s", quantity(m.steps_per_second).c_str());
    std::string line = formatted("%s of %s steps   %s   return %s", quantity(static_cast<double>(steps)).c_str(),
                                 quantity(static_cast<double>(m.total_steps)).c_str(), speed.c_str(), episode_return.c_str());
    if (!compiled) {
        double const rest = static_cast<double>(m.total_steps - steps), done = static_cast<double>(m.steps - begin.steps);
        line += formatted("   %s left", duration((m.seconds - begin.seconds) * (rest / done)).c_str());
    }
    if constexpr (requires { m.joules_per_million_steps; }) {
        if (!std::isnan(m.joules_per_million_steps)) {
            line += formatted("   %s/M steps", quantity(m.joules_per_million_steps, "J").c_str());
        }
        if (!std::isnan(m.price_per_million_steps)) {
            line += formatted("   price %.3g/M steps", m.price_per_million_steps);
        }
    }
    if (m.nonfinite_episodes > 0) {
        line += formatted("   %zu %s with NaN", m.nonfinite_episodes, m.nonfinite_episodes == 1 ? "episode" : "episodes");
    }
    return line;
}

/// Returns the number of columns of the terminal that a stream writes to: 80 if the number is unknown, 0 if there is no terminal.
LOCKSTEP_COLD inline std::size_t terminal_columns(std::FILE* output) {
    if (::isatty(::fileno(output)) != 1) {
        return 0;
    }
#ifdef TIOCGWINSZ  // which WebAssembly lacks
    if (::winsize size{}; ::ioctl(::fileno(output), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
#endif
    return 80;
}

/// A writer of the live line of a training. On a terminal each line overwrites the line before, at most 20 times a second.
/// Elsewhere it writes a new line, at most every two seconds. It always shows the first and the last iteration. It writes the
/// warnings of an iteration above the line.
class progress {
public:
    explicit progress(std::FILE* output = stdout) : progress(output, terminal_columns(output)) {}
    /// Writes as if `output` were a terminal with this number of columns. With 0 it writes as if `output` were no terminal.
    progress(std::FILE* output, std::size_t columns) : output_(output), columns_(columns) {}

    /// Shows an iteration. If no episode ended in it, the line has the return of the last iteration in which one ended.
    template <class Metrics>
    LOCKSTEP_COLD void report(Metrics m) {
        for (std::string const& warning : m.warnings) {
            std::fprintf(output_, "%s\n", warning.c_str());
            started_ = false;  // so that the line does not overwrite the warning
        }
        if (std::isnan(m.episode_return)) {
            m.episode_return = episode_return_;
        }
        episode_return_ = m.episode_return;
        if (m.seconds_with_compilation > 0) {
            begin_ = {m.steps, m.seconds};
        } else if (m.steps <= begin_.steps) {
            begin_ = {};  // another training
        }
        bool const last = m.steps >= m.total_steps;
        double const interval = columns_ > 0 ? 0.05 : 2;
        if (started_ && !last && m.seconds - reported_at_ < interval) {
            return;
        }
        std::string line = progress_line(m, begin_);
        if (columns_ > 0) {
            line.resize(std::min(line.size(), columns_ - 1));  // a line that wraps could not be redrawn
        }
        // The line always has its newline, so that other output of the program begins on a line of its own. To draw the line
        // again, the cursor goes up one line.
        std::fprintf(output_, "%s%s\n", columns_ > 0 && started_ ? "\x1b[1A\r\x1b[2K" : "", line.c_str());
        std::fflush(output_);
        started_ = true;
        reported_at_ = m.seconds;
    }

private:
    std::FILE* output_;
    std::size_t columns_;
    bool started_ = false;
    double reported_at_ = 0;
    double episode_return_ = std::nan("");
    progress_begin begin_;
};

/// Shows one iteration on standard output. The first iteration of a training begins a new line.
template <class Metrics>
LOCKSTEP_COLD void report(Metrics const& m) {
    static progress line;
    if (m.iteration == 1) {
        line = progress();
    }
    line.report(m);
}
template <class Learner>
    requires requires(Learner& learner) { learner.iterate(); }
void report(Learner&) = delete;  // report(learner.iterate())

}  // namespace lockstep
