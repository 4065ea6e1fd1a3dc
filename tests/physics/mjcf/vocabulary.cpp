// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include <lockstep/physics/mjcf/vocabulary.hpp>

namespace mjcf = lockstep::physics::mjcf;

TEST_CASE("a word of the vocabulary is a literal of its own, any other nothing") {
    char text[] = "<joint range=''/>";
    std::string_view const range = std::string_view(text).substr(7, 5);
    CHECK(mjcf::as_literal(range) == "range");
    CHECK(mjcf::as_literal(range).data() != range.data());
    CHECK(mjcf::as_literal("rnage").empty());
}

TEST_CASE("no word is there twice") {
    std::vector<std::string_view> words(std::begin(mjcf::vocabulary), std::end(mjcf::vocabulary));
    std::sort(words.begin(), words.end());
    CHECK(std::adjacent_find(words.begin(), words.end()) == words.end());
}
