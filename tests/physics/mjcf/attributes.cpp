// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace ls = lockstep;
namespace mjcf = lockstep::physics::mjcf;

TEST_CASE("attributes are read by name, and what is not there leaves what was") {
    std::string const text = "<geom name='leg' size=' 1\n2.5 ' pos='1 2 3' limited='true' mass='4'/>";
    mjcf::one_element geom(text);
    CHECK(geom.in.has("name"));
    CHECK_FALSE(geom.in.has("class"));
    CHECK(geom.in.word("name") == "leg");
    CHECK(geom.in.word("class").empty());
    std::array<double, 3> size = {7, 8, 9};
    CHECK(geom.in.numbers("size", size, 1) == 2);
    CHECK(size == std::array<double, 3>{1, 2.5, 9});
    ls::vec3<double> position{0, 0, 0}, axis{0, 0, 1};
    CHECK(geom.in.vector("pos", position));
    CHECK(position.y == 2);
    CHECK_FALSE(geom.in.vector("axis", axis));
    CHECK(axis.z == 1);
    CHECK(geom.in.yes_or_no("limited", mjcf::choice::open) == mjcf::choice::yes);
    CHECK(geom.in.yes_or_no("other", mjcf::choice::open) == mjcf::choice::open);
    double mass = 0;
    geom.in.not_negative("mass", mass);
    CHECK(mass == 4);
    geom.in.leaf();
    CHECK_FALSE(geom.in.failed());
}

TEST_CASE("what nobody asked for, and what changes something, is an error") {
    CHECK(mjcf::refusal("<geom\nsize='1'/>", [](mjcf::attributes& in) { in.leaf(); }) ==
          "MJCF, line 2: <geom size>: this attribute is not supported");
    CHECK(mjcf::refusal("<geom><site/></geom>", [](mjcf::attributes& in) { in.leaf(); }) ==
          "MJCF, line 1: <geom>: there is an element inside, which is not supported");
    CHECK(mjcf::refusal("<geom gap='0 1'/>", [](mjcf::attributes& in) { in.only(0, {"gap"}); }) ==
          "MJCF, line 1: <geom gap>: only the value that changes nothing is supported: 0 1");
    CHECK(mjcf::refusal("<geom shell='true'/>", [](mjcf::attributes& in) { in.only({"false"}, {"shell"}); }) ==
          "MJCF, line 1: <geom shell>: the value is not one of those supported: true");
    CHECK(mjcf::refusal("<geom gap='0'/>", [](mjcf::attributes& in) { in.only(0, {"gap"}); }).empty());
}

TEST_CASE("what is ignored has the form that it should") {
    auto const read = [](mjcf::attributes& in) {
        in.ignore_numbers(nullptr, {"group"});
        in.ignore_words(nullptr, {"CG", "Newton"}, {"solver"});
        in.ignore(nullptr, {"material"});
        in.leaf();
    };
    CHECK(mjcf::refusal("<geom group='1 2' solver='CG' material='any'/>", read).empty());
    CHECK(mjcf::refusal("<geom\ngroup='one'/>", read) == "MJCF, line 2: <geom group>: this is not a number: one");
    CHECK(mjcf::refusal("<geom solver='none'/>", read) ==
          "MJCF, line 1: <geom solver>: the value is not one of those supported: none");
}

TEST_CASE("what is ignored is noted where someone listens") {
    std::vector<std::string> notes;
    std::string const text = "<geom rgba='1 0 0 1'/>";
    mjcf::one_element geom(text), silent(text);
    geom.in.ignore(&notes, {"rgba", "material"});
    geom.in.leaf();
    REQUIRE(notes.size() == 1);
    CHECK(notes[0] == "MJCF, line 1: <geom rgba>: is ignored: it has no part in the physics");
    silent.in.ignore(nullptr, {"rgba"});
    silent.in.leaf();
    mjcf::ignore(geom.whole, 0, &notes);
    CHECK(notes[1] == "MJCF, line 1: <geom>: is ignored: it has no part in the physics");
}
