// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/iteration_log.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("an iteration reports its steps, its time and its episodes' means") {
    ls::iteration_log log;
    ls::iteration_metrics m{};
    log.begin(100);
    log.end(164, 1000, {.episodes = 4, .episode_return = -20, .episode_length = 40, .nonfinite = 2}, m);
    CHECK(m.iteration == 1);
    CHECK(m.steps == 164);
    CHECK(m.total_steps == 1000);
    CHECK(m.episodes == 4);
    CHECK(m.episode_return == -5);
    CHECK(m.episode_length == 10);
    CHECK(m.nonfinite_episodes == 2);
    CHECK(m.seconds > 0);
    CHECK(m.steps_per_second == doctest::Approx(64 / m.seconds));

    double const first = m.seconds;
    log.begin(164);
    log.end(228, 1000, {.episodes = 0, .episode_return = 0, .episode_length = 0, .nonfinite = 1}, m);
    CHECK(m.iteration == 2);
    CHECK(log.iterations() == 2);
    CHECK(m.seconds > first);
    CHECK(m.nonfinite_episodes == 3);
    CHECK(std::isnan(m.episode_return));
    CHECK(std::isnan(m.episode_length));
}

TEST_CASE("the first iteration of a process has the time of the compiler, if the device has one") {
    ls::iteration_metrics m{};
    ls::iteration_log compiles({}, true);
    for (bool const first : {true, false}) {
        compiles.begin(0);
        compiles.end(16, 1000, {}, m);
        CHECK(m.seconds_with_compilation == (first ? m.seconds : 0));
    }
    ls::iteration_log plain;
    plain.begin(0);
    plain.end(16, 1000, {}, m);
    CHECK(m.seconds_with_compilation == 0);
}

TEST_CASE("the first report has the warnings") {
    ls::iteration_log log({"a sentence"});
    ls::iteration_metrics m{};
    log.begin(0);
    log.end(16, 1000, {}, m);
    CHECK(m.warnings == std::vector<std::string>{"a sentence"});
    log.begin(16);
    log.end(32, 1000, {}, m);
    CHECK(m.warnings.empty());
}
