// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/io/text/escape_markup.hpp>

namespace ls = lockstep;

TEST_CASE("text cannot become a tag, an entity or the end of a value") {
    CHECK(ls::escape_markup("a < b & \"c\" > d") == "a &lt; b &amp; &quot;c&quot; &gt; d");
    CHECK(ls::escape_markup("torso") == "torso");
}
