// SPDX-License-Identifier: MIT
#include <map>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <lockstep/core/vector.hpp>
#include <lockstep/io/checkpoint_identity.hpp>

namespace ls = lockstep;

namespace {

enum class kind { first, second };
struct inner {
    float low = -0.5f;
    bool on = true;
};
struct numbers {
    double weight = 0.1;
    inner more;
    ls::vector<double, 2> range = {-1, 1};
    kind which = kind::second;
};
struct named {
    double weight = 3;
    inner more;
};
template <class Visit>
void for_each_member(named const& of, Visit&& visit) {
    visit("weight", of.weight);
    visit("more", of.more);
}

template <class T>
std::map<std::string, std::string> numbers_of(T const& value) {
    std::map<std::string, std::string> found;
    ls::detail::add_numbers("env", value, [&](std::string_view name, std::string_view text) { found.emplace(name, text); });
    return found;
}

}  // namespace

TEST_CASE("numbers are found by their places in aggregates and arrays") {
    CHECK(numbers_of(numbers{}) == std::map<std::string, std::string>{{"env.member_1", "0.1"},
                                                                      {"env.member_2.member_1", "-0.5"},
                                                                      {"env.member_2.member_2", "true"},
                                                                      {"env.member_3[0]", "-1"},
                                                                      {"env.member_3[1]", "1"},
                                                                      {"env.member_4", "1"}});
}

TEST_CASE("numbers have their names where there are some") {
    CHECK(numbers_of(named{}) == std::map<std::string, std::string>{
                                     {"env.weight", "3"}, {"env.more.member_1", "-0.5"}, {"env.more.member_2", "true"}});
}

TEST_CASE("the first difference is told, the coarse ones before the finer ones") {
    std::map<std::string, std::string> const mine = {{"format", "f"},       {"lockstep", "1"}, {"learner", "ppo"},
                                                     {"environment", "e"},  {"policy", "p"},   {"networks", "n"},
                                                     {"config.seed", "1"}};
    ls::safetensors saved{.metadata = mine};
    CHECK_NOTHROW(ls::detail::check_identity("x", saved, mine));
    saved.metadata["config.seed"] = "2";
    CHECK_THROWS_WITH(ls::detail::check_identity("x", saved, mine),
                      "x: is a checkpoint of another training: its config.seed is \"2\", not \"1\"");
    saved.metadata["networks"] = "m";
    CHECK_THROWS_WITH(ls::detail::check_identity("x", saved, mine),
                      "x: is a checkpoint of another training: its networks is \"m\", not \"n\"");
    saved.metadata.erase("learner");
    CHECK_THROWS_WITH(ls::detail::check_identity("x", saved, mine), "x: is not a checkpoint of this learner: its learner is missing");
}
