// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/type_name.hpp>

namespace ls = lockstep;

namespace sample {
struct thing {};
template <class, int>
struct box {};
}  // namespace sample

namespace lockstep::inner {
struct thing {};
}  // namespace lockstep::inner

static_assert(ls::type_name<int>() == "int");
static_assert(ls::type_name<ls::inner::thing>() == "lockstep::inner::thing");
static_assert(ls::type_name<sample::thing>() == "sample::thing");

TEST_CASE("a template is named with its arguments") {
    CHECK(ls::type_name<sample::box<sample::thing, 3>>() == "sample::box<sample::thing, 3>");
}
