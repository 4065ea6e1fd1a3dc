// SPDX-License-Identifier: MIT
// What the compilers print of a wrong literal is tested in compile_fail/.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <lockstep/physics/mjcf/error.hpp>

namespace mjcf = lockstep::physics::mjcf;

TEST_CASE("a sentence has the line, and what there is of element, attribute and detail") {
    CHECK(mjcf::sentence({3, "joint", "range", "too wide", "0 9"}) == "MJCF, line 3: <joint range>: too wide: 0 9");
    CHECK(mjcf::sentence({3, "joint", "", "too wide"}) == "MJCF, line 3: <joint>: too wide");
    CHECK(mjcf::sentence({3, "", "", "too wide"}) == "MJCF, line 3: too wide");
}

TEST_CASE("the first mistake counts") {
    mjcf::mistake first;
    CHECK_FALSE(first.found());
    mjcf::fail(first, 3, "joint", "range", "too wide", "0 9");
    mjcf::fail(first, 2, "geom", "size", "too large");
    CHECK(first.found());
    CHECK(mjcf::sentence(first) == "MJCF, line 3: <joint range>: too wide: 0 9");
}

TEST_CASE("of a long piece of the text the beginning is shown, in whole characters") {
    std::string const number(1000000, '1');
    CHECK(mjcf::sentence({3, "joint", "range", "too wide", number}) ==
          "MJCF, line 3: <joint range>: too wide: " + number.substr(0, 57) + "...");
    CHECK(mjcf::sentence({3, number, number, "no"}) ==
          "MJCF, line 3: <" + number.substr(0, 57) + "... " + number.substr(0, 57) + "...>: no");
    CHECK(mjcf::shown(number.substr(0, 60)) == number.substr(0, 60));
    CHECK(mjcf::shown(number.substr(0, 56) + "\xC3\xA4" + number) == number.substr(0, 56) + "...");
}

TEST_CASE("a name is spelt by letters that compilers can print") {
    constexpr mjcf::spelling spelt = mjcf::spelled("k_3 a very long name");
    CHECK(std::string_view(spelt[0]) == "k");
    CHECK(std::string_view(spelt[1]) == "_");
    CHECK(std::string_view(spelt[2]) == "3");
    CHECK(std::string_view(spelt[3]) == "?");
    CHECK(std::string_view(spelt[9]) == "y");
    CHECK(std::string_view(mjcf::spelled("ab")[2]).empty());
}
