// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include <lockstep/physics/mjcf/defaults.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace mjcf = lockstep::physics::mjcf;

namespace {

struct classes {
    explicit classes(std::string const& text) : whole(mjcf::xml_parser(text).run()) { read.read(whole, 0, nullptr); }
    mjcf::document whole;
    mjcf::defaults read = {};
};

}  // namespace

TEST_CASE("a class begins as the whole of the class around it") {
    std::string const text = "<default><joint damping='1'/><default class='a'><geom density='5'/><joint armature='2'/>"
                             "<default class='b'><joint damping='3'/></default></default><joint stiffness='4'/></default>";
    classes const c(text);
    mjcf::class_of_defaults const *main = c.read.find("main"), *a = c.read.find("a"), *b = c.read.find("b");
    REQUIRE((main != nullptr && a != nullptr && b != nullptr));
    CHECK(c.read.find("c") == nullptr);
    CHECK(main->joint.value.stiffness == 4);
    CHECK(main->joint.value.armature == 0);
    CHECK(a->joint.value.damping == 1);
    CHECK(a->joint.value.stiffness == 4);
    CHECK(a->joint.value.armature == 2);
    CHECK(b->joint.value.armature == 2);
    CHECK(b->joint.value.damping == 3);
    CHECK(b->geom.density == 5);
}

TEST_CASE("a class inside itself, a class without a name and an element of no class are errors") {
    auto const refusal = [](std::string const& text) {
        classes const c(text);
        return mjcf::refusal(c.whole);
    };
    CHECK(refusal("<default><default class='a'>\n<default class='a'/></default></default>") ==
          "MJCF, line 2: <default class>: the class is there already: a");
    CHECK(refusal("<default><default/></default>") == "MJCF, line 1: <default class>: a default inside a default needs a class");
    CHECK(refusal("<default><muscle/></default>") ==
          "MJCF, line 1: <default>: this element is not supported in a default: muscle");
}

TEST_CASE("an element has its own class, or the nearest childclass around it, or main") {
    std::string const text = "<default><default class='a'/><default class='b'/></default>";
    classes const c(text);
    std::string const bodies = "<worldbody><body childclass='a'><geom/><body childclass='b'><geom/><geom class='main'/></body>"
                               "</body><geom/></worldbody>";
    mjcf::document d = mjcf::xml_parser(bodies).run();
    std::string_view const expected[] = {"a", "b", "main", "main"};
    std::size_t next = 0;
    for (std::size_t i = 0; i < d.elements.size(); ++i) {
        if (d.elements[i].name == "geom") {
            mjcf::attributes in(d, i);
            CHECK(c.read.of(d, i, in).name == expected[next++]);
        }
    }
    CHECK(next == 4);
}
