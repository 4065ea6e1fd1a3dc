// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/names.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

namespace {

std::vector<std::string> names_of(bool with_one_more) {
    return ls::names(ls::record(3, [=](std::span<recorded> x) {
        x[0] = ls::sqrt(x[0]);
        if (with_one_more) {
            x[1] = ls::abs(x[1]);
        }
        x[2] = ls::sqrt(x[1] * x[0]) + ls::sqrt(x[2] - x[0]);
    }));
}

}  // namespace

TEST_CASE("each number has a name of its own, by what it waits for") {
    auto const names = names_of(false);
    CHECK(std::set(names.begin(), names.end()).size() == names.size());
    CHECK(std::ranges::count(names, "t0_1") == 1);
    CHECK(std::ranges::count(names, "t2_0") == 1);
}

TEST_CASE("an operation more renames nothing that waits for something else") {
    auto const before = names_of(false), after = names_of(true);
    std::vector<std::string> added;
    std::set<std::string> const known(before.begin(), before.end());
    std::ranges::copy_if(after, std::back_inserter(added), [&](std::string const& name) { return !known.contains(name); });
    REQUIRE(added.size() == 1);
    CHECK(added[0].starts_with("t1_"));
}
