// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <unistd.h>

#include <doctest/doctest.h>

#include <lockstep/io/file.hpp>
#include <lockstep/io/progress.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

using stream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

ls::ppo_metrics at(std::size_t steps, double seconds) {
    ls::ppo_metrics row{};
    row.steps = steps;
    row.total_steps = 10'000'000;
    row.seconds = seconds;
    row.steps_per_second = 1.2e6;
    row.episode_return = 4321;
    return row;
}

/// What a training reports that has compiled kernels in all its seconds so far.
ls::ppo_metrics compiling(std::size_t steps, double seconds) {
    ls::ppo_metrics row = at(steps, seconds);
    row.seconds_with_compilation = seconds;
    return row;
}

/// A file that a training reports to.
struct report_file {
    lockstep_test::temporary_folder folder;
    stream file{std::fopen((folder / "log").c_str(), "w"), std::fclose};

    std::string text() const { return ls::read_file(folder / "log"); }
};

}  // namespace

TEST_CASE("the line says how far, how fast, how well and how long still") {
    CHECK(ls::progress_line(at(4'000'000, 20)) == "4 M of 10 M steps   1.2 M steps/s   return 4321   30 s left");
}

TEST_CASE("a last iteration that takes more steps than were asked for ends at the total") {
    CHECK(ls::progress_line(at(10'000'500, 20)).starts_with("10 M of 10 M steps"));
    ls::ppo_metrics row = at(16'384, 1);
    row.total_steps = 10;
    CHECK(ls::progress_line(row) == "10 of 10 steps   1.2 M steps/s   return 4321   0 s left");
}

TEST_CASE("no episode has ended yet, or some went to NaN") {
    ls::ppo_metrics row = at(1'000'000, 1);
    row.episode_return = std::numeric_limits<double>::quiet_NaN();
    CHECK(ls::progress_line(row).find("return -   ") != std::string::npos);
    row.nonfinite_episodes = 1;
    CHECK(ls::progress_line(row).ends_with("   1 episode with NaN"));
    row.nonfinite_episodes = 2;
    CHECK(ls::progress_line(row).ends_with("   2 episodes with NaN"));
}

TEST_CASE("an iteration that compiles kernels has no speed, and the time that is left does not count it") {
    report_file const log;
    ls::progress progress(log.file.get());
    progress.report(compiling(1'000'000, 60));
    progress.report(at(4'000'000, 66));
    CHECK(log.text() == "1 M of 10 M steps   1 min 0 s with compilation   return 4321\n"
                        "4 M of 10 M steps   1.2 M steps/s   return 4321   12 s left\n");
}

TEST_CASE("the time that is left counts the steps of the training that is shown, also beyond its end") {
    report_file const log;
    ls::progress progress(log.file.get());
    progress.report(compiling(10'000'000, 60));
    progress.report(at(10'016'384, 61));
    progress.report(at(1'000'000, 64));  // of another training, by another device
    CHECK(log.text().ends_with("10 M of 10 M steps   1.2 M steps/s   return 4321   0 s left\n"
                               "1 M of 10 M steps   1.2 M steps/s   return 4321   9 min 36 s left\n"));
}

TEST_CASE("a file gets plain lines, not too many, and always the last") {
    report_file const log;
    ls::progress progress(log.file.get());
    progress.report(at(1'000'000, 1));
    progress.report(at(2'000'000, 1.5));
    progress.report(at(5'000'000, 4));
    progress.report(at(10'000'000, 4.1));
    std::string const text = log.text();
    CHECK(std::ranges::count(text, '\n') == 3);
    CHECK(text.find('\x1b') == text.npos);
    CHECK(text.find("2 M of") == text.npos);
    CHECK(text.find("10 M of 10 M steps") != text.npos);
}

TEST_CASE("an iteration without the end of an episode shows the return before it") {
    report_file const log;
    ls::progress progress(log.file.get());
    ls::ppo_metrics row = at(1'000'000, 1);
    progress.report(row);
    row.seconds = 10;
    row.episode_return = std::numeric_limits<double>::quiet_NaN();
    progress.report(row);
    std::string const text = log.text();
    CHECK(text.find("return -") == text.npos);
    CHECK(text.find("return 4321", text.find('\n')) != text.npos);
}

TEST_CASE("a terminal gets one line, redrawn in its place and cut to its width") {
    report_file const log;
    CHECK(ls::terminal_columns(log.file.get()) == 0);
    ls::progress progress(log.file.get(), 20);
    progress.report(at(1'000'000, 1));
    progress.report(at(5'000'000, 4));
    CHECK(log.text() == "1 M of 10 M steps  \n\x1b[1A\r\x1b[2K5 M of 10 M steps  \n");
}

TEST_CASE("the second training of a program is reported as the first was") {
    lockstep_test::temporary_folder const folder;
    std::fflush(stdout);
    int const screen = ::dup(STDOUT_FILENO);
    {
        stream const log(std::fopen((folder / "log").c_str(), "w"), std::fclose);
        ::dup2(::fileno(log.get()), STDOUT_FILENO);
    }
    ls::ppo_metrics row = at(1'000'000, 5);
    for (int training = 0; training < 2; ++training) {
        row.iteration = 1;
        ls::report(row);
        row.seconds = 1;
        row.episode_return = std::numeric_limits<double>::quiet_NaN();
    }
    ::dup2(screen, STDOUT_FILENO);
    ::close(screen);
    std::string const text = ls::read_file(folder / "log");
    CHECK(std::ranges::count(text, '\n') == 2);
    CHECK(text.find("return -", text.find('\n')) != text.npos);
}

TEST_CASE("warnings stand before the line, and a terminal does not draw over them") {
    report_file const log;
    ls::progress progress(log.file.get(), 80);
    ls::ppo_metrics row = at(1'000'000, 1);
    row.warnings = {"one", "another"};
    progress.report(row);
    row.warnings.clear();
    row.seconds = 2;
    progress.report(row);
    std::string const text = log.text();
    CHECK(text.starts_with("one\nanother\n1 M of 10 M steps"));
    CHECK(text.find("another") == text.rfind("another"));
    CHECK(std::ranges::count(text, '\x1b') == 2);  // only over the first line
}
