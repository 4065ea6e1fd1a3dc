// SPDX-License-Identifier: MIT
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "../../bench/learning/minutes.hpp"

namespace {

double now = 0;  ///< seconds, of a clock that learners alone move

struct device {
    std::size_t threads() const { return 2; }
};

struct config {
    std::size_t steps;
    double seconds;  ///< of an iteration, which takes 100 steps
};

/// Its first iterations update nothing and take no time.
struct learner {
    learner(device&, config const& chosen) : chosen_(chosen) {}
    void iterate() {
        now += steps_ < 1'000 ? 0 : chosen_.seconds;
        steps_ += 100;
    }
    bool done() const { return chosen_.steps <= steps_; }
    std::size_t total_steps() const { return steps_; }

private:
    config chosen_;
    std::size_t steps_ = 0;
};

double fake_clock() { return now; }

}  // namespace

TEST_CASE("as many steps are taken as fit into the time of all threads") {
    device two;
    auto const config_of = [](std::size_t steps) { return config{steps, 0.5}; };
    CHECK(bench::steps_in<learner>(two, 60, config_of, 1'000'000, fake_clock) == 24'000);  // 120 s, 200 a second
    CHECK(bench::steps_in<learner>(two, 60, config_of, 2'000, fake_clock) == 24'000);      // trainings shorter than is measured
}

TEST_CASE("the speed is that of a training of as many steps") {
    device two;
    std::vector<std::size_t> asked;
    auto const config_of = [&](std::size_t steps) {
        asked.push_back(steps);
        return config{steps, steps > 50'000 ? 0.25 : 0.5};
    };
    CHECK(bench::steps_in<learner>(two, 300, config_of, 10'000, fake_clock) == 240'000);  // 600 s, 400 a second
    CHECK(asked == std::vector<std::size_t>{10'000, 120'000});
}

TEST_CASE("steps are rounded down to two digits") {
    CHECK(bench::round_number(8'199'000) == 8'100'000);
    CHECK(bench::round_number(120) == 120);
}
