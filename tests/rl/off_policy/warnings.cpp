// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/warnings.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/off_policy/td3/config.hpp>
#include <lockstep/rl/sac.hpp>

namespace ls = lockstep;

namespace {
using sentences = std::vector<std::string>;
}

TEST_CASE("the defaults have no warning") {
    CHECK(ls::warnings(ls::sac_config{}).empty());
    CHECK(ls::warnings(ls::td3_config{}).empty());
}

TEST_CASE("few updates after the warm-up") {
    CHECK(ls::warnings(ls::sac_config{.steps = 7'000, .warmup = 5'000}).empty());
    CHECK(ls::warnings(ls::sac_config{.steps = 6'999, .warmup = 5'000}) ==
          sentences{
              "lockstep: sac_config.steps is 6999 and warmup 5000, which gives only 1999 updates at updates_per_step = 1: with "
              "fewer than 2000 a policy learns little"});
    CHECK(ls::warnings(ls::td3_config{.steps = 25'000, .updates_per_step = 0.0625f}) ==
          sentences{
              "lockstep: td3_config.steps is 25000 and warmup 5000, which gives only 1250 updates at updates_per_step = 0.0625: "
              "with fewer than 2000 a policy learns little"});
}

TEST_CASE("the first report of a learner has the warnings") {
    ls::cpu device({.threads = 1});
    ls::sac<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::relu_activation, 32, 32>> learner(
        device, {.steps = 1'024, .horizon = 16, .warmup = 512, .capacity = 1'024, .batch = 16});
    CHECK(learner.iterate().warnings == ls::warnings(learner.config()));
    CHECK(ls::warnings(learner.config()).size() == 1);
    CHECK(learner.iterate().warnings.empty());
}
