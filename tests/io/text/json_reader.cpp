// SPDX-License-Identifier: MIT
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/io/text/json_reader.hpp>

namespace ls = lockstep;

namespace {

std::string string_of(std::string_view text) {
    ls::json_reader reader(text);
    std::string const value = reader.string();
    reader.end();
    return value;
}

std::vector<std::size_t> sizes_of(std::string_view text) {
    ls::json_reader reader(text);
    std::vector<std::size_t> values;
    reader.array([&] { values.push_back(reader.size()); });
    reader.end();
    return values;
}

}  // namespace

TEST_CASE("objects, arrays, strings and whole numbers are read, with space between them") {
    ls::json_reader reader(" { \"a\" : [ 1 , 20 ] , \"b\" : { } } \n");
    std::vector<std::size_t> sizes;
    std::string keys;
    reader.object([&](std::string const& key) {
        keys += key;
        if (key == "a") {
            reader.array([&] { sizes.push_back(reader.size()); });
        } else {
            reader.object([&](std::string const& inner) { keys += inner; });
        }
    });
    reader.end();
    CHECK(keys == "ab");
    CHECK(sizes == std::vector<std::size_t>{1, 20});
    CHECK(sizes_of("[]").empty());
}

TEST_CASE("escapes become what they stand for") {
    CHECK(string_of(R"("\"\\\/\b\f\n\r\t")") == "\"\\/\b\f\n\r\t");
    CHECK(string_of(R"("\u0041\u00e9\u20ac\ud83d\ude00")") == "A\u00e9\u20ac\U0001f600");
    CHECK(string_of("\"\u20ac\"") == "\u20ac");
}

TEST_CASE("what is not JSON is refused, with its place") {
    CHECK_THROWS_WITH_AS(string_of("\"abc"), "the end at byte 4 of the JSON text", std::runtime_error);
    for (char const* text : {"", "x", "\"\n\"", R"("\x")", R"("\u12")", R"("\u12g4")", R"("\ud800")", R"("\udc00")",
                             R"("\ud800A")", R"("\ud800\u0041")", "\"a\"b", R"("\)", R"("\u)"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS(string_of(text), doctest::Contains("of the JSON text"), std::runtime_error);
    }
    for (char const* text :
         {"", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[01]", "[-1]", "[1.5]", "[99999999999999999999]", "[1]]", "[\"1\"]"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS(sizes_of(text), doctest::Contains("of the JSON text"), std::runtime_error);
    }
}
