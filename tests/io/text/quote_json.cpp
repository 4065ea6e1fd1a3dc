// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/io/text/json_reader.hpp>
#include <lockstep/io/text/quote_json.hpp>

namespace ls = lockstep;

TEST_CASE("a reader of JSON finds the text that was quoted") {
    for (std::string const text : {"", "torso", "say \"a\\b\"", "two\nlines\tand \x01"}) {
        std::string const quoted = ls::quote_json(text);
        ls::json_reader reader(quoted);
        CHECK(reader.string() == text);
    }
    CHECK(ls::quote_json("a\"\n") == "\"a\\\"\\u000a\"");
}
