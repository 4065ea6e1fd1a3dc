// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/physics/mjcf/names.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace mjcf = lockstep::physics::mjcf;

TEST_CASE("a name is given once to a kind, and none as often as one likes") {
    mjcf::names names;
    auto const refusal = [&](std::string const& text, mjcf::names::kind k) {
        return mjcf::refusal(text, [&](mjcf::attributes& in) { names.read(in, k); });
    };
    static std::string const named = "<geom name='a'/>", nameless = "<geom/>";
    CHECK(refusal(named, mjcf::names::geom) == "");
    CHECK(refusal(named, mjcf::names::site) == "");
    CHECK(refusal(nameless, mjcf::names::geom) == "");
    CHECK(refusal(nameless, mjcf::names::geom) == "");
    CHECK(refusal(named, mjcf::names::geom) == "MJCF, line 1: <geom name>: another geom has this name: a");
    CHECK(refusal("<body name='world'/>", mjcf::names::body) == "MJCF, line 1: <body name>: another body has this name: world");
}
