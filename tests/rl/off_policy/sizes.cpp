// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/sizes.hpp>

#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/off_policy/crossq_config.hpp>
#include <lockstep/rl/off_policy/sac/config.hpp>
#include <lockstep/rl/off_policy/td3/config.hpp>
#include <lockstep/rl/sac.hpp>

namespace ls = lockstep;

namespace {

constexpr std::size_t horizon_of(std::size_t environments) {
    return ls::with_sizes(ls::sac_config{.environments = environments}).horizon;
}

constexpr std::size_t warmup_of(std::size_t steps) { return ls::with_sizes(ls::sac_config{.steps = steps}).warmup; }

}  // namespace

TEST_CASE("an iteration has about 1024 steps, and at least one of each environment") {
    CHECK(horizon_of(1) == 1024);
    CHECK(horizon_of(16) == 64);
    CHECK(horizon_of(48) == 21);
    CHECK(horizon_of(1024) == 1);
    CHECK(horizon_of(4096) == 1);
    CHECK(horizon_of(0) == 1024);  // check() refuses the environments
}

TEST_CASE("a warm-up has 5000 steps, or half of a short training") {
    CHECK(warmup_of(1'000'000) == 5'000);
    CHECK(warmup_of(10'000) == 5'000);
    CHECK(warmup_of(9'998) == 4'999);
    CHECK(warmup_of(3'000) == 1'500);
    CHECK(warmup_of(1) == 0);
}

TEST_CASE("what is chosen stays") {
    auto const chosen = ls::with_sizes(ls::td3_config{.environments = 4096, .steps = 3'000, .horizon = 7, .warmup = 2'000});
    CHECK(chosen.horizon == 7);
    CHECK(chosen.warmup == 2'000);
    CHECK(ls::with_sizes(ls::crossq_config{.environments = 64, .warmup = 1}).horizon == 16);
    CHECK(ls::with_sizes(ls::crossq_config{.environments = 64, .warmup = 1}).warmup == 1);
}

TEST_CASE("the sizes that may be 0 have names") {
    ls::sac_config config{.horizon = 3, .warmup = 5};
    std::string seen;
    for_each_size(config, [&](std::string const& name, std::size_t size) { seen += name + ' ' + std::to_string(size) + ' '; });
    CHECK(seen == "horizon 3 warmup 5 ");
}

TEST_CASE("a learner's sizes follow, so a short training in many environments has reports") {
    ls::cpu device({.threads = 1});
    ls::sac<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::relu_activation, 16>> learner(
        device, {.environments = 1024, .steps = 5'000, .capacity = 8'192, .batch = 16, .updates_per_step = 0.01f});
    CHECK(learner.config().horizon == 1);
    CHECK(learner.config().warmup == 2'500);
    CHECK(learner.iterate().steps == 1024);
    CHECK(learner.iterate().updates == 0);
    CHECK(learner.iterate().updates == 5);  // of the 572 steps after the warm-up
}
