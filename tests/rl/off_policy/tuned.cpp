// SPDX-License-Identifier: MIT
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/rl/off_policy/sizes.hpp>
#include <lockstep/rl/off_policy/tuned.hpp>

namespace ls = lockstep;

TEST_CASE("every configuration works, and with other steps") {
    auto const try_out = [](auto const& entries) {
        for (auto const& entry : entries) {
            CAPTURE(entry.environment);
            CHECK_NOTHROW(check(ls::with_sizes(entry.config)));
            auto const shorter = ls::with_steps(entry.config, 100'000);
            CHECK_NOTHROW(check(ls::with_sizes(shorter)));
            CHECK(shorter.steps == 100'000);
            CHECK(shorter.batch == entry.config.batch);
        }
    };
    try_out(ls::tuned_sac);
    try_out(ls::tuned_categorical_sac);
    try_out(ls::tuned_crossq);
    try_out(ls::tuned_categorical_crossq);
}

TEST_CASE("rates fall to nothing, or stay where a training is still learning at its end") {
    CHECK(ls::tuned_sac[0].environment == "half_cheetah");
    CHECK(ls::tuned_sac[0].config.final_rate_share == 1);
    CHECK(ls::tuned_sac[1].config.final_rate_share == 0.1f);
    CHECK(ls::tuned_sac[2].environment == "hopper");
    CHECK(ls::tuned_sac[2].config.final_rate_share == 0);
}

TEST_CASE("robots that can fall learn from scaled rewards") {
    for (auto const& entry : ls::tuned_sac) {
        CHECK(entry.config.scale_rewards == (entry.environment != "half_cheetah"));
    }
}

TEST_CASE("the bounds of categorical critics are of scaled rewards") {
    auto const check_scaled = [](auto const& entries) {
        for (auto const& entry : entries) {
            CHECK(entry.config.scale_rewards);
        }
    };
    check_scaled(ls::tuned_categorical_sac);
    check_scaled(ls::tuned_categorical_crossq);
}
