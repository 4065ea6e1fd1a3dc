// SPDX-License-Identifier: MIT
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo/sizes.hpp>

namespace ls = lockstep;

namespace {

struct sizes {
    std::size_t environments, horizon, minibatch;

    explicit sizes(ls::ppo_config const& config, bool whole_rollouts = false)
        : sizes(ls::with_sizes(config, whole_rollouts).environments, ls::with_sizes(config, whole_rollouts).horizon,
                ls::with_sizes(config, whole_rollouts).minibatch) {}
    constexpr sizes(std::size_t e, std::size_t h, std::size_t m) : environments(e), horizon(h), minibatch(m) {}
    bool operator==(sizes const&) const = default;
};

}  // namespace

TEST_CASE("a training has about five hundred iterations, whatever its steps") {
    CHECK(sizes({.steps = 1'000}) == sizes(16, 16, 64));
    CHECK(sizes({.steps = 100'000}) == sizes(16, 16, 64));
    CHECK(sizes({.steps = 300'000}) == sizes(16, 32, 64));
    CHECK(sizes({.steps = 1'000'000}) == sizes(32, 64, 256));
    CHECK(sizes({.steps = 10'000'000}) == sizes(320, 64, 2560));
    CHECK(sizes({.steps = 1'000'000'000}) == sizes(31248, 64, 249984));
}

TEST_CASE("what is chosen stays, and the rest follows from it") {
    CHECK(sizes({.environments = 64, .steps = 1'000'000}) == sizes(64, 32, 256));
    CHECK(sizes({.environments = 1024, .steps = 1'000'000}) == sizes(1024, 16, 2048));
    CHECK(sizes({.environments = 64, .steps = 1'000'000, .horizon = 16}) == sizes(64, 16, 128));
    CHECK(sizes({.steps = 1'000'000, .horizon = 16}) == sizes(128, 16, 256));
    CHECK(sizes({.environments = 64}) == sizes(64, 64, 512));
    CHECK(sizes({.environments = 64, .horizon = 16, .minibatch = 512}) == sizes(64, 16, 512));
}

TEST_CASE("a minibatch is near an eighth of the samples where eight does not divide them") {
    CHECK(sizes({.environments = 48, .horizon = 3}) == sizes(48, 3, 48));
    CHECK(sizes({.environments = 16, .horizon = 67}) == sizes(16, 67, 16));             // 67 is a prime number
    CHECK(sizes({.environments = 16, .horizon = 1021}) == sizes(16, 1021, 16 * 1021));  // too many minibatches
    CHECK(sizes({.environments = 16, .horizon = 33}) == sizes(16, 33, 48));
}

TEST_CASE("an action of few components has twice the minibatches") {
    CHECK(ls::with_sizes({.steps = 1'000'000}, false, 4).minibatch == 128);
    CHECK(ls::with_sizes({.steps = 1'000'000}, false, 5).minibatch == 256);
    CHECK(ls::with_sizes({.steps = 300'000}, false, 1).minibatch == 64);
    CHECK(ls::with_sizes({.minibatch = 512}, false, 1).minibatch == 512);
}

TEST_CASE("few environments have as many samples as a group of them") {
    CHECK(sizes({.environments = 1, .steps = 1'000'000}) == sizes(1, 1024, 128));
    CHECK(sizes({.environments = 4, .steps = 1'000'000}) == sizes(4, 256, 128));
    CHECK(sizes({.environments = 4, .steps = 100'000}) == sizes(4, 48, 64));
}

TEST_CASE("a policy that remembers has whole rollouts of environments in a minibatch") {
    CHECK(sizes({.environments = 160, .horizon = 128}, true) == sizes(160, 128, 2048));
    CHECK(sizes({.environments = 64, .horizon = 32}, true) == sizes(64, 32, 512));
    CHECK(sizes({.steps = 1'000'000}, true) == sizes(32, 64, 1024));
    CHECK(sizes({.environments = 73 * 16, .horizon = 128}, true) == sizes(1168, 128, 2048));
}

TEST_CASE("sizes that cannot work are left for the check") {
    CHECK(sizes({.environments = 1000}).environments == 1000);
    CHECK(ls::with_sizes({.environments = std::size_t(1) << 60}).environments == std::size_t(1) << 60);
    CHECK(ls::with_sizes({.horizon = std::size_t(1) << 60}, true).horizon == std::size_t(1) << 60);
    CHECK(ls::with_sizes({.steps = 0}).steps == 0);
}
