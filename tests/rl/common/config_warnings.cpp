// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/config_warnings.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a warning names the configuration and the member") {
    ls::config_warnings w{"ppo_config"};
    w.warn("epochs is 1");
    CHECK(w.sentences == std::vector<std::string>{"lockstep: ppo_config.epochs is 1"});
}

TEST_CASE("fewer iterations than are enough") {
    ls::config_warnings w{"c"};
    w.few_iterations(200, 20, "10 steps", 20);
    CHECK(w.sentences.empty());
    w.few_iterations(190, 19, "10 steps", 20);
    w.few_iterations(10, 1, "10 steps", 20);
    w.few_iterations(30, 3, "10 steps", 4, "nobody sees it");
    REQUIRE(w.sentences.size() == 3);
    CHECK(w.sentences[0] ==
          "lockstep: c.steps is 190, which gives only 19 iterations of 10 steps: with fewer than 20 a policy learns little");
    CHECK(w.sentences[1] ==
          "lockstep: c.steps is 10, which gives only 1 iteration of 10 steps: with fewer than 20 a policy learns little");
    CHECK(w.sentences[2] ==
          "lockstep: c.steps is 30, which gives only 3 iterations of 10 steps: with fewer than 4 nobody sees it");
}
