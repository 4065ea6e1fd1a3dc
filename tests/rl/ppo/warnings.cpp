// SPDX-License-Identifier: MIT
#include <lockstep/rl/ppo/warnings.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

namespace {

using sentences = std::vector<std::string>;

sentences warnings_of(ls::ppo_config const& config) { return ls::warnings(ls::with_sizes(config)); }

}  // namespace

TEST_CASE("sizes that follow from the steps have no warning") {
    for (std::size_t const steps : {100'000u, 300'000u, 1'000'000u, 10'000'000u}) {
        CHECK(warnings_of({.steps = steps}).empty());
    }
}

TEST_CASE("few iterations") {
    CHECK(warnings_of({.environments = 1024, .steps = 20 * 1024 * 16, .horizon = 16}).empty());
    CHECK(warnings_of({.environments = 1024, .steps = 19 * 1024 * 16, .horizon = 16}) ==
          sentences{"lockstep: ppo_config.steps is 311296, which gives only 19 iterations of environments * horizon = 1024 * 16 "
                    "steps: with fewer than 20 a policy learns little"});
    CHECK(warnings_of({.steps = 1'000}).size() == 1);
}

TEST_CASE("few gradient steps") {
    ls::ppo_config const config{.environments = 64, .steps = 100 * 64 * 32, .horizon = 32, .epochs = 1, .minibatch = 2048};
    CHECK(warnings_of(config) == sentences{"lockstep: ppo_config.epochs is 1 and minibatch 2048, which gives only 100 gradient "
                                           "steps in all: with fewer than 1000 a policy learns little"});
    ls::ppo_config enough = config;
    enough.epochs = 10;
    CHECK(warnings_of(enough).empty());
}

TEST_CASE("the first report of a learner has the warnings") {
    ls::cpu device({.threads = 1});
    ls::ppo<ls::envs::pendulum, ls::cpu> learner(device, {.steps = 1'000});
    CHECK(learner.iterate().warnings == ls::warnings(learner.config()));
    CHECK(ls::warnings(learner.config()).size() == 1);
    CHECK(learner.iterate().warnings.empty());
}
