// SPDX-License-Identifier: MIT
#include <array>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/io/export/source_text.hpp>

namespace ls = lockstep;

TEST_CASE("a text has the functions that it mentions, through others too, in order, and no more") {
    constexpr std::array<ls::printed_function, 4> functions = {
        {{"one", "@one\n"}, {"one_more", "@one_more\n"}, {"two", "@two calls @one\n"}, {"three", "@three calls @two\n"}}};
    CHECK(ls::with_functions(functions, "@three", "p_", "f") == "p_one\np_two calls p_one\np_three calls p_two\np_three");
    CHECK(ls::with_functions(functions, "@one_more(1)", "", "f") == "one_more\none_more(1)");
    CHECK(ls::with_functions(functions, "nothing", "p_", "f") == "nothing");
}

TEST_CASE("the expression of tanh stands in the function alone, not where weights happen to spell its place") {
    constexpr std::array<ls::printed_function, 1> functions = {{{"tanh", "@tanh = TANH\n"}}};
    CHECK(ls::with_functions(functions, "weights: TANH", "", "f") == "weights: TANH");
    CHECK(ls::with_functions(functions, "TANH @tanh", "", "f") == "tanh = " + ls::printed_tanh("f") + "\nTANH tanh");
}

TEST_CASE("numbers come back to the same floats, in lines that are not long") {
    std::vector<float> values = {0.0f,
                                 -0.0f,
                                 1.0f,
                                 0.1f,
                                 -1e-30f,
                                 16777217.0f,
                                 std::numeric_limits<float>::max(),
                                 std::numeric_limits<float>::denorm_min(),
                                 1.0f / 3};
    values.resize(200, 0.7f);
    std::string const text = ls::listed_numbers(values, "f");
    CHECK(text.substr(0, 23) == "    0.0f, -0.0f, 1.0f, ");
    std::size_t at = 0, line = 0;
    for (float const value : values) {
        at = text.find_first_of("-0123456789", at);
        REQUIRE(at != text.npos);
        char* end = nullptr;
        CHECK(std::strtof(text.c_str() + at, &end) == value);
        CHECK(*end == 'f');
        at = static_cast<std::size_t>(end - text.c_str());
    }
    for (char const c : text) {
        line = c == '\n' ? 0 : line + 1;
        CHECK(line <= 101);
    }
}

TEST_CASE("tanh is printed with the library's coefficients") {
    std::string const text = ls::printed_tanh("f");
    CHECK(text.substr(0, 5) == "x * (");
    CHECK(text.find("0.9999993621f") != std::string::npos);
    CHECK(text.find("2.423839612e-07f") != std::string::npos);
}
