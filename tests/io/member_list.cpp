// SPDX-License-Identifier: MIT
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/io/member_list.hpp>

namespace ls = lockstep;

namespace {

struct config {
    std::size_t steps = 3;
    float rate = 0.1f;
    bool on = true;
    std::string name = "a name";
};
template <class Config, class Visit>
void for_each_member(Config& c, Visit&& visit) {
    visit("steps", c.steps);
    visit("rate", c.rate);
    visit("on", c.on);
    visit("name", c.name);
}

}  // namespace

TEST_CASE("members are listed in order, with what their types can do") {
    config const c;
    std::vector<ls::listed_member> const members = ls::list_members(c);
    std::string shown;
    for (ls::listed_member const& member : members) {
        shown += std::string(member.name) + '=' + member.type->show(member.address) + ' ';
    }
    CHECK(shown == "steps=3 rate=0.1 on=true name=a name ");
    CHECK(members[1].type->number(members[1].address) == static_cast<double>(0.1f));
    CHECK((members[3].type->number == nullptr));
    CHECK(members[2].is_truth());
    CHECK_FALSE(members[0].is_truth());
    CHECK(members[2].type->values() == "true or false");
}

TEST_CASE("a listed member can be set") {
    config c;
    ls::listed_member const steps = ls::list_members(c)[0];
    CHECK(steps.type->parse("5e3", steps.address));
    CHECK(c.steps == 5000);
    CHECK_FALSE(steps.type->parse("-1", steps.address));
}
