// SPDX-License-Identifier: MIT
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../../archetype/communicator.hpp"

#include <lockstep/rl/common/ranks.hpp>
#include <lockstep/rl/ppo/config.hpp>

namespace ls = lockstep;

TEST_CASE("shares are equal, in groups of samples; else the nearest numbers that are so are named") {
    ls::config_check const must{"some_config"};
    CHECK_NOTHROW(ls::check_shares(must, 64, 1));
    CHECK_NOTHROW(ls::check_shares(must, 64, 4));
    CHECK_THROWS_WITH_AS(ls::check_shares(must, 80, 4),
                         "lockstep: some_config.environments is 80, not a multiple of 16 * 4 ranks; the nearest that are so are "
                         "64 and 128",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(ls::check_shares(must, 32, 4),
                         "lockstep: some_config.environments is 32, not a multiple of 16 * 4 ranks; the nearest that is so is 64",
                         std::invalid_argument);
    CHECK_NOTHROW(ls::check_shares(must, 0, 4));
    CHECK_THROWS_WITH_AS(ls::check_shares(must, std::numeric_limits<std::size_t>::max(), 4),
                         "lockstep: some_config.environments is 18446744073709551615, not a multiple of 16 * 4 ranks; the "
                         "nearest that is so is 18446744073709551552",
                         std::invalid_argument);
}

TEST_CASE("ranks that train the same agree, and what differs is named") {
    struct training {
        ls::ppo_config config = {};
        std::string learner = "one";
        std::size_t steps = 100;
        std::vector<float> parameters = {1, 2};
    };
    auto const words = [](training const& other) {
        std::string said;
        archetype::thread_rank::run(2, [&](auto ranks) {
            training const mine = ranks.rank() == 1 ? other : training{};
            try {
                ls::require_same_training(ranks, "ppo", mine.learner, mine.config, mine.steps, mine.parameters);
            } catch (std::runtime_error const& error) {
                if (ranks.rank() == 0) {
                    said = error.what();
                }
            }
        });
        return said;
    };
    CHECK(words({}) == "");
    CHECK(words({.config = {.learning_rate = 1e-3f}}) ==
          "lockstep::ppo: the config.learning_rate of rank 1 is 0.001, that of rank 0 is 4e-04");
    CHECK(words({.learner = "other"}) == "lockstep::ppo: the learner of rank 1 is other, that of rank 0 is one");
    CHECK(words({.steps = 7}) == "lockstep::ppo: the number of steps so far of rank 1 is 7, that of rank 0 is 100");
    CHECK(words({.parameters = {1, 3}}).starts_with("lockstep::ppo: the sum of the parameters' bits of rank 1 is "));
}

TEST_CASE("the ranks in which something is so are listed") {
    auto const listed = [](std::vector<bool> const& is_so) {
        std::vector<std::string> names(is_so.size());
        archetype::thread_rank::run(is_so.size(), [&](archetype::thread_rank ranks) {
            names[ranks.rank()] = ls::names_of_ranks(ranks, is_so[ranks.rank()]);
        });
        CHECK(names == std::vector<std::string>(is_so.size(), names[0]));
        return names[0];
    };
    CHECK(listed({false, true, false}) == " of rank 1");
    CHECK(listed({true, false, true}) == " of rank 0 and rank 2");
    CHECK(listed({false, false}) == " of all ranks together");
}
