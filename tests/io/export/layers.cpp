// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/io/export/layers.hpp>

namespace ls = lockstep;

TEST_CASE("an environment's name becomes an identifier") {
    CHECK(ls::exported_name("half_cheetah") == "half_cheetah_policy");
    CHECK(ls::exported_name("Lift") == "Lift_policy");
    CHECK(ls::exported_name("my-robot 2") == "my_robot_2_policy");
    CHECK(ls::exported_name("2wheels") == "a2wheels_policy");
    CHECK(ls::exported_name("_hidden") == "a_hidden_policy");
    CHECK(ls::exported_name("\xc3\xa9\"") == "a____policy");
    CHECK(ls::exported_name("") == "a_policy");
}

TEST_CASE("a layer knows how many numbers it hands on") {
    ls::exported_convolution const convolution{{4, 4, 1}, {2, 2, 3}, 3, 1, 5, {}, {}, "relu"};
    CHECK(convolution.outputs() == 2 * 2 * 3 + 5);
    CHECK(ls::exported_normalization{{0, 0, 0}, {1, 1, 1}}.outputs() == 3);
    CHECK(ls::exported_dense{2, {1, 2, 3, 4}, {0, 0}, {}, {}, "tanh"}.outputs() == 2);
}
