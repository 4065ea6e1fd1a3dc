// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/warnings.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/off_policy/sizes.hpp>
#include <lockstep/rl/off_policy/td3/config.hpp>
#include <lockstep/rl/sac.hpp>

namespace ls = lockstep;

namespace {

using sentences = std::vector<std::string>;

template <class Config = ls::sac_config>
sentences warnings_of(Config const& config) {
    return ls::warnings(ls::with_sizes(config));
}

}  // namespace

TEST_CASE("the defaults have no warning") {
    CHECK(warnings_of(ls::sac_config{}).empty());
    CHECK(warnings_of(ls::td3_config{}).empty());
}

TEST_CASE("few updates after the warm-up") {
    CHECK(warnings_of({.steps = 7'000, .warmup = 5'000}).empty());
    CHECK(warnings_of({.steps = 6'999, .warmup = 5'000}) ==
          sentences{
              "lockstep: sac_config.steps is 6999 and warmup 5000, which gives only 1999 updates at updates_per_step = 1: with "
              "fewer than 2000 a policy learns little"});
    CHECK(warnings_of(ls::td3_config{.steps = 25'000, .updates_per_step = 0.0625f}) ==
          sentences{
              "lockstep: td3_config.steps is 25000 and warmup 5000, which gives only 1250 updates at updates_per_step = 0.0625: "
              "with fewer than 2000 a policy learns little"});
}

TEST_CASE("few iterations, because they are long") {
    CHECK(warnings_of({.environments = 1024, .steps = 300'000}).empty());
    CHECK(warnings_of({.environments = 64, .steps = 19 * 2048, .horizon = 32}).empty());
    CHECK(warnings_of({.environments = 64, .steps = 9 * 2048, .horizon = 32}) ==
          sentences{"lockstep: sac_config.steps is 18432, which gives only 9 iterations of environments * horizon = 64 * 32 "
                    "steps: with fewer than 10 a training seldom reports, and does not stop soon when it is interrupted"});
    CHECK(warnings_of({.environments = 4096, .steps = 100'000}).empty());
    CHECK(warnings_of({.environments = 4096, .steps = 100'000, .horizon = 64}).size() == 1);  // an iteration is the training
    CHECK(warnings_of({.environments = 4096, .steps = 20'000}).size() == 1);
}

TEST_CASE("computed iterations have no warning of their own") {
    CHECK(warnings_of({.steps = 4'000}).empty());
    CHECK(warnings_of({.steps = 1'000, .updates_per_step = 4}).empty());
}

TEST_CASE("the first report of a learner has the warnings") {
    ls::cpu device({.threads = 1});
    ls::sac<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::relu_activation, 32, 32>> learner(
        device, {.steps = 1'024, .horizon = 16, .warmup = 512, .capacity = 1'024, .batch = 16});
    CHECK(learner.iterate().warnings == ls::warnings(learner.config()));
    CHECK(ls::warnings(learner.config()).size() == 1);
    CHECK(learner.iterate().warnings.empty());
}
