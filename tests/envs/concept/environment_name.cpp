// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/concept/environment_name.hpp>
#include <lockstep/envs/recording/recorded_environment.hpp>

namespace ls = lockstep;

namespace {

struct own {};
template <bool, int = 3>
struct with_options {};
template <class E>
struct made_of {
    using original = E;
};

}  // namespace

TEST_CASE("an environment's name is that of its type, without namespaces and arguments") {
    CHECK(ls::environment_name<ls::envs::cartpole>() == "cartpole");
    CHECK(ls::environment_name<own>() == "own");
    CHECK(ls::environment_name<with_options<true>>() == "with_options");
}

TEST_CASE("people read the name of an alias, where the type has another one") {
    CHECK(ls::readable_environment("basic_half_cheetah") == "half_cheetah");
    CHECK(ls::readable_environment("pendulum") == "pendulum");
}

TEST_CASE("what is made of an environment has its name") {
    CHECK(ls::environment_name<made_of<own>>() == "own");
    CHECK(ls::environment_name<made_of<made_of<with_options<false>>>>() == "with_options");
    CHECK(ls::environment_name<ls::recorded_environment<ls::envs::cartpole, own>>() == "cartpole");
}
