// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include <lockstep/physics/mjcf/name_index.hpp>

namespace mjcf = lockstep::physics::mjcf;

namespace {

constexpr std::size_t place_of(std::string_view name) {
    mjcf::name_index index;
    index.add("one"), index.add("two");
    return index.find(name);
}

}  // namespace

TEST_CASE("a name is found in the place where it was added, at compile time too") {
    static_assert(place_of("two") == 1);
    static_assert(place_of("three") == mjcf::no_name);
    CHECK(mjcf::name_index().find("one") == mjcf::no_name);
    std::vector<std::string> names;
    for (int i = 0; i < 1000; ++i) {
        names.push_back("name " + std::to_string(i));
    }
    mjcf::name_index index;
    for (std::string const& name : names) {
        CHECK(index.find(name) == mjcf::no_name);
        index.add(name);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        CHECK(index.find(names[i]) == i);
    }
}
