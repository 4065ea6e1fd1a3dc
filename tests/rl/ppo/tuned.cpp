// SPDX-License-Identifier: MIT
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo/tuned.hpp>

namespace ls = lockstep;

namespace {

constexpr ls::ppo_config searched{
    .environments = 64, .steps = 1'000'000, .horizon = 64, .minibatch = 512, .learning_rate = 1e-3f};

void check_sizes(std::size_t steps, std::size_t environments, std::size_t horizon, std::size_t minibatch) {
    CAPTURE(steps);
    auto const config = ls::with_steps(searched, steps);
    CHECK(config.steps == steps);
    CHECK(config.environments == environments);
    CHECK(config.horizon == horizon);
    CHECK(config.minibatch == minibatch);
    CHECK(config.learning_rate == searched.learning_rate);
}

}  // namespace

TEST_CASE("sizes stay up to eight times the steps") {
    check_sizes(1'000'000, 64, 64, 512);
    check_sizes(8'000'000, 64, 64, 512);
}

TEST_CASE("an iteration collects by the square root of the steps, and the number of minibatches stays") {
    check_sizes(250'000, 32, 64, 256);
    check_sizes(62'500, 16, 64, 128);
    check_sizes(16'000, 16, 32, 64);
    check_sizes(32'000'000, 128, 64, 1024);
    check_sizes(3'200'000'000, 1280, 64, 10240);
}

TEST_CASE("no iteration collects less than sixteen steps of a group, and there are never more minibatches than groups") {
    check_sizes(1'000, 16, 16, 32);
    ls::ppo_config many = searched;
    many.minibatch = 16;
    CHECK(ls::with_steps(many, 1'000).minibatch == 16);
}

TEST_CASE("a root is the greatest number whose square is no greater") {
    for (std::size_t const x : {0ul, 1ul, 15ul, 16ul, 17ul, 1'000'000ul, 999'999ul}) {
        std::size_t const root = ls::detail::square_root(x);
        CHECK(root * root <= x);
        CHECK(x < (root + 1) * (root + 1));
    }
}

TEST_CASE("the configurations of an environment follow one another in ascending order of their steps") {
    for (std::size_t i = 1; i < ls::tuned_ppo.size(); ++i) {
        auto const &one = ls::tuned_ppo[i - 1], &next = ls::tuned_ppo[i];
        CAPTURE(next.environment);
        CHECK(one.environment <= next.environment);
        CHECK((one.environment != next.environment || one.config.steps < next.config.steps));
    }
}

TEST_CASE("every configuration works at any number of steps") {
    for (auto const& entry : ls::tuned_ppo) {
        CAPTURE(entry.environment);
        for (std::size_t const steps : {1'000, 30'000, 300'000, 1'000'000, 3'000'000, 10'000'000, 100'000'000}) {
            CAPTURE(steps);
            CHECK_NOTHROW(check(ls::with_sizes(ls::with_steps(entry.config, steps))));
        }
    }
}
