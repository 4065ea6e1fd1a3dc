// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/only_in.hpp>

#include <concepts>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {
struct owner;
struct configuration {
    ls::only_in<owner> number{0.5f};
};
template <class Config>
concept sets_number = requires { Config{.number = 0.5f}; };
}  // namespace

TEST_CASE("a number of another method has a default and cannot be set") {
    CHECK(std::default_initializable<configuration>);
    CHECK_FALSE(sets_number<configuration>);
}
