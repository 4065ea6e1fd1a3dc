// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include <lockstep/physics/mjcf/xml.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace mjcf = lockstep::physics::mjcf;

TEST_CASE("elements come in the order of their tags, with attributes and lines") {
    std::string const text = "<?xml version='1.0'?>\n<a x='1'\n y = \"two words\">\n<!-- <no> -->\n<b/><c\n></c ></a>\n";
    mjcf::document const d = mjcf::xml_parser(text).run();
    REQUIRE(d.elements.size() == 3);
    CHECK(d.elements[0].name == "a");
    CHECK(d.elements[0].line == 2);
    CHECK(d.elements[0].end == 3);
    REQUIRE(d.elements[0].attribute_count == 2);
    CHECK(d.attributes[1].name == "y");
    CHECK(d.attributes[1].value == "two words");
    CHECK(d.attributes[1].line == 3);
    CHECK(d.elements[1].parent == 0);
    CHECK(d.elements[2].line == 5);
    std::string names;
    for (std::size_t const i : mjcf::children(d, 0)) {
        names += d.elements[i].name;
    }
    CHECK(names == "bc");
}

TEST_CASE("a text may begin with a byte-order mark") {
    std::string const text = "\xEF\xBB\xBF<a/>";
    mjcf::document const d = mjcf::xml_parser(text).run();
    CHECK(d.elements.size() == 1);
    CHECK(mjcf::xml_parser("<a>\xEF\xBB\xBF</a>").run().failed());
}

TEST_CASE("a byte of zero in a value is an error") {
    std::string const text("<a x='1\0 2'/>", 14);
    CHECK(mjcf::refusal(mjcf::xml_parser(text).run()) == "MJCF, line 1: <a x>: a value has a byte of zero in it");
}

TEST_CASE("more attributes than an element of MJCF has are an error") {
    std::string text = "<a";
    for (std::size_t i = 0; i < mjcf::max_attributes; ++i) {
        text += " x" + std::to_string(i) + "=''";
    }
    std::string const most = text + "/>", more = text + "\ny=''/>";
    CHECK(mjcf::xml_parser(most).run().attributes.size() == mjcf::max_attributes);
    CHECK(mjcf::refusal(mjcf::xml_parser(more).run()) == "MJCF, line 2: <a>: an element has more attributes than any of MJCF");
}

TEST_CASE("malformed text is a sentence") {
    std::pair<char const*, char const*> const wrong[] = {
        {"<a>\n<b>\n</a>", "MJCF, line 3: <b>: another element is closed: a"},
        {"<a>\n<b>", "MJCF, line 2: <b>: is not closed"},
        {"</a>", "MJCF, line 1: another element is closed: a"},
        {"<a/>\n<b/>", "MJCF, line 2: there is something after the end of the document"},
        {"<a>words</a>", "MJCF, line 1: there is text between tags"},
        {"<a\n/", "MJCF, line 2: <a>: a / in a tag is not followed by >"},
        {"<a / x='1'>", "MJCF, line 1: <a>: a / in a tag is not followed by >"},
        {"<a x/>", "MJCF, line 1: <a x>: an attribute has no value"},
        {"<a x=1/>", "MJCF, line 1: <a x>: a value is not in quotes"},
        {"<a x='1/>", "MJCF, line 1: <a x>: a value's quotes are not closed"},
        {"<a x='1' x='2'/>", "MJCF, line 1: <a x>: an attribute is given twice"},
        {"<a x='&lt;'/>", "MJCF, line 1: <a x>: a value has a < or an entity in it"},
        {"<a x='1'", "MJCF, line 1: <a>: a tag does not end with >"},
        {"<a></a", "MJCF, line 1: <a>: a closing tag does not end with >"},
        {"<>", "MJCF, line 1: a name is missing in a tag"},
        {"<a><!-- ", "MJCF, line 1: a comment is not closed"},
        {"<?xml", "MJCF, line 1: a declaration is not closed"},
        {" \n ", "MJCF, line 2: there is no element"},
        {"\n<!DOCTYPE a>\n<a/>", "MJCF, line 2: a document type (DOCTYPE) is not supported"},
        {"<a><![CDATA[words]]></a>", "MJCF, line 1: a section of characters (CDATA) is not supported"},
        {"<!ENTITY b 'c'>", "MJCF, line 1: a declaration that begins with <! is not supported"},
    };
    for (auto const& [text, sentence] : wrong) {
        CHECK(mjcf::refusal(mjcf::xml_parser(text).run()) == sentence);
    }
}
