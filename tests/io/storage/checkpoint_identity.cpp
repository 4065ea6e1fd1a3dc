// SPDX-License-Identifier: MIT
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/vector.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/randomized.hpp>
#include <lockstep/io/storage/checkpoint_identity.hpp>

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

struct bounds {
    std::array<double, 2> low = {1, 2}, high = {3, 4};
};
struct of_classes {
    bounds range;
    std::array<bounds, 2> more = {};
    std::vector<inner> many = {{}, {.low = 1}};
    double last = 7;
};
struct with_arrays {
    double before = 0, rows[2][2] = {{1, 2}, {3, 4}};
    inner after[2];
};
struct standard {
    std::pair<float, int> pair = {1, 2};
    std::tuple<int> tuple = {3};
    std::optional<double> some = 4, none;
    std::filesystem::path path = "a/b";
    std::string_view view = "view";
    std::string text = "text";
};
class hidden {
public:
    explicit hidden(double value) : value_(value) {}
    double value() const { return value_; }

private:
    double value_;
};
struct with_hidden {
    hidden secret = hidden(1);
    double const* pointer = nullptr;
    double seen = 2;
};
struct any_pole {
    using enum ls::physics::parameter;
    static constexpr ls::physics::variation ranges[] = {{mass, "pole", 0.5, 4}};
};
struct derived : inner {};
struct nothing {};

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

TEST_CASE("numbers are found in classes of classes and in arrays of any kind") {
    CHECK(numbers_of(of_classes{}) == std::map<std::string, std::string>{{"env.member_1.member_1[0]", "1"},
                                                                         {"env.member_1.member_1[1]", "2"},
                                                                         {"env.member_1.member_2[0]", "3"},
                                                                         {"env.member_1.member_2[1]", "4"},
                                                                         {"env.member_2[0].member_1[0]", "1"},
                                                                         {"env.member_2[0].member_1[1]", "2"},
                                                                         {"env.member_2[0].member_2[0]", "3"},
                                                                         {"env.member_2[0].member_2[1]", "4"},
                                                                         {"env.member_2[1].member_1[0]", "1"},
                                                                         {"env.member_2[1].member_1[1]", "2"},
                                                                         {"env.member_2[1].member_2[0]", "3"},
                                                                         {"env.member_2[1].member_2[1]", "4"},
                                                                         {"env.member_3[0].member_1", "-0.5"},
                                                                         {"env.member_3[0].member_2", "true"},
                                                                         {"env.member_3[1].member_1", "1"},
                                                                         {"env.member_3[1].member_2", "true"},
                                                                         {"env.member_4", "7"}});
    CHECK(numbers_of(with_arrays{}) == std::map<std::string, std::string>{{"env.member_1", "0"},
                                                                          {"env.member_2[0][0]", "1"},
                                                                          {"env.member_2[0][1]", "2"},
                                                                          {"env.member_2[1][0]", "3"},
                                                                          {"env.member_2[1][1]", "4"},
                                                                          {"env.member_3[0].member_1", "-0.5"},
                                                                          {"env.member_3[0].member_2", "true"},
                                                                          {"env.member_3[1].member_1", "-0.5"},
                                                                          {"env.member_3[1].member_2", "true"}});
}

TEST_CASE("numbers and texts are found in the types of the standard library") {
    CHECK(numbers_of(standard{}) == std::map<std::string, std::string>{{"env.member_1.member_1", "1"},
                                                                       {"env.member_1.member_2", "2"},
                                                                       {"env.member_2.member_1", "3"},
                                                                       {"env.member_3", "4"},
                                                                       {"env.member_4", "none"},
                                                                       {"env.member_5", "a/b"},
                                                                       {"env.member_6", "view"},
                                                                       {"env.member_7", "text"}});
}

TEST_CASE("what cannot be looked into is said to be not compared") {
    CHECK(numbers_of(hidden(1)) == std::map<std::string, std::string>{{"env.members", "not compared"}});
    CHECK(numbers_of(derived{}) == std::map<std::string, std::string>{{"env.members", "not compared"}});
    CHECK(numbers_of(with_hidden{}) == std::map<std::string, std::string>{{"env.member_1.members", "not compared"},
                                                                          {"env.member_2.members", "not compared"},
                                                                          {"env.member_3", "2"}});
    CHECK(numbers_of(nothing{}).empty());
}

TEST_CASE("numbers have their names where there are some") {
    CHECK(numbers_of(named{}) == std::map<std::string, std::string>{
                                     {"env.weight", "3"}, {"env.more.member_1", "-0.5"}, {"env.more.member_2", "true"}});
}

TEST_CASE("a randomised environment has its own numbers and its ranges") {
    using balance = ls::randomized<ls::envs::inverted_pendulum, any_pole>;
    CHECK(numbers_of(balance{.environment = {.reset_noise_scale = 0.5}}) ==
          std::map<std::string, std::string>{{"env.environment.member_1", "0.5"},
                                             {"env.ranges[0].what", "1"},
                                             {"env.ranges[0].of", "pole"},
                                             {"env.ranges[0].low", "0.5"},
                                             {"env.ranges[0].high", "4"}});
}

TEST_CASE("the first difference is told, the coarse ones before the finer ones") {
    std::map<std::string, std::string> const mine = {{"format", "f"},      {"lockstep", "1"}, {"learner", "ppo"},
                                                     {"environment", "e"}, {"policy", "p"},   {"networks", "n"},
                                                     {"config.seed", "1"}};
    auto saved = mine;
    CHECK_NOTHROW(ls::detail::check_identity("x", saved, mine));
    saved["config.seed"] = "2";
    CHECK_THROWS_WITH(ls::detail::check_identity("x", saved, mine),
                      "x: is a checkpoint of another training: its config.seed is \"2\", not \"1\"");
    saved["networks"] = "m";
    CHECK_THROWS_WITH(ls::detail::check_identity("x", saved, mine),
                      "x: is a checkpoint of another training: its networks is \"m\", not \"n\"");
    saved.erase("learner");
    CHECK_THROWS_WITH(ls::detail::check_identity("x", saved, mine),
                      "x: is not a checkpoint of this learner: its learner is missing");
}

TEST_CASE("numbers that are no more are told") {
    std::map<std::string, std::string> const mine = {{"format", "f"}, {"lockstep", "1"}, {"learner", "ppo"},
                                                     {"environment", "e"}, {"policy", "p"}, {"networks", "n"},
                                                     {"environment.member_1[0]", "1"}};
    auto saved = mine;
    saved["iterations"] = "3";
    CHECK_NOTHROW(ls::detail::check_identity("x", saved, mine));
    saved["environment.member_1[1]"] = "2";
    CHECK_THROWS_WITH(ls::detail::check_identity("x", saved, mine),
                      "x: is a checkpoint of another training: its environment.member_1[1] is \"2\", and here there is none");
}
