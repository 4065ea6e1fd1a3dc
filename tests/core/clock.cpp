// SPDX-License-Identifier: MIT
#include <lockstep/core/clock.hpp>

#include <chrono>
#include <ctime>
#include <thread>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("the steady clock counts seconds") {
    double const before = ls::steady_seconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    double const passed = ls::steady_seconds() - before;
    CHECK(passed >= 0.02);
    CHECK(passed < 20);  // seconds, and not parts of them
}

TEST_CASE("the steady clock never goes back") {
    double last = ls::steady_seconds();
    for (int i = 0; i < 10'000; ++i) {
        double const now = ls::steady_seconds();
        REQUIRE(now >= last);
        last = now;
    }
}

TEST_CASE("the time of day is that of the system") {
    auto const before = static_cast<double>(std::time(nullptr));
    double const now = ls::unix_seconds();
    auto const after = static_cast<double>(std::time(nullptr));
    CHECK(now >= before - 1);
    CHECK(now <= after + 2);
}
