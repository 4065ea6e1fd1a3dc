// SPDX-License-Identifier: MIT
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/vector.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/members.hpp>
#include <lockstep/rl/ppo/config.hpp>

namespace ls = lockstep;

namespace {

struct nothing {};
struct weights {
    double forward = 1, control = 0.5;
};
struct kinds {
    bool on = true;
    int count = 3;
    ls::vector<double, 2> range = {-1, 1};
    weights inner;
    std::array<double, 2> pair = {4, 5};
    std::string name = "six";
    std::unique_ptr<int> pointer;
};
struct with_base : weights {
    double more = 2;
};
struct with_array {
    double before = 0, values[3] = {1, 2, 3};
};
struct with_array_of_classes {
    ls::vector<double, 3> places[2];
};
struct with_matrix {
    float before = 0, rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    weights after[2], last;
};
struct bounds {
    std::array<double, 2> low = {1, 2}, high = {3, 4};
};
struct places {
    ls::vector<double, 3> a = {1, 2, 3}, b = {4, 5, 6};
};
struct classes_of_classes {
    bounds range;
    places two;
    std::array<places, 2> more;
    std::array<std::array<float, 2>, 2> square = {};
    ls::vector<ls::vector<float, 2>, 2> nested = {};
    std::vector<weights> many = {{}, {}};
    double last = 7;
};
struct not_from_nothing {
    explicit not_from_nothing(int x, int y) : sum(x + y) {}
    int sum;
};
struct with_such {
    not_from_nothing one;
    double const& two;
    not_from_nothing three[2];
    double four = 4;
};
struct standard {
    std::pair<float, float> pair = {1, 2};
    std::optional<double> maybe = 3;
    double last = 4;
};
struct empty_base {};
struct with_empty_base : empty_base {
    double one = 1;
};
struct too_long {
    double values[100];
};
class constructed {
public:
    explicit constructed(double value) : value_(value) {}
    double value() const { return value_; }

private:
    double value_;
};
struct twenty_four {
    int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x;
};
struct one_more {
    int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y;
};

}  // namespace

static_assert(ls::member_count<nothing> == 0);
static_assert(ls::member_count<weights> == 2);
static_assert(ls::member_count<kinds> == 7);
static_assert(ls::member_count<with_base> == 0);
static_assert(ls::member_count<with_array> == 2);
static_assert(ls::member_count<with_array_of_classes> == 1);
static_assert(ls::member_count<with_matrix> == 4);
static_assert(ls::member_count<bounds> == 2);
static_assert(ls::member_count<places> == 2);
static_assert(ls::member_count<classes_of_classes> == 7);
static_assert(ls::member_count<with_such> == 4);
static_assert(ls::member_count<standard> == 3);
static_assert(ls::member_count<with_empty_base> == 0);
static_assert(ls::member_count<too_long> == 0);
static_assert(ls::member_count<constructed> == 0);
static_assert(ls::member_count<twenty_four> == 24);
static_assert(ls::member_count<one_more> == 0);
static_assert(ls::member_count<double> == 0);
static_assert(ls::member_count<ls::envs::pendulum> == 1);
static_assert(ls::member_count<ls::envs::ant> > 0);

TEST_CASE("the members of an aggregate come in their order") {
    std::vector<double> seen;
    ls::visit_members(weights{.forward = 3}, [&](double member) { seen.push_back(member); });
    CHECK(seen == std::vector<double>{3, 0.5});
    std::vector<int> many;
    ls::visit_members(twenty_four{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23},
                      [&](int member) { many.push_back(member); });
    CHECK(many.size() == 24);
    for (std::size_t i = 0; i < many.size(); ++i) {
        CHECK(many[i] == static_cast<int>(i));
    }
}

TEST_CASE("members may be of any type") {
    std::size_t count = 0;
    bool in_order = true;
    ls::visit_members(kinds{}, [&]<class Member>(Member const& member) {
        if constexpr (std::is_same_v<Member, int>) {
            in_order = in_order && count == 1 && member == 3;
        } else if constexpr (std::is_same_v<Member, std::string>) {
            in_order = in_order && count == 5 && member == "six";
        }
        ++count;
    });
    CHECK(count == 7);
    CHECK(in_order);
}

TEST_CASE("arrays are members as they are") {
    std::size_t count = 0;
    ls::visit_members(with_matrix{}, [&]<class Member>(Member const& member) {
        ++count;
        if constexpr (std::is_same_v<Member, float[2][3]>) {
            CHECK(count == 2);
            CHECK(member[1][2] == 6);
        } else if constexpr (std::is_same_v<Member, weights[2]>) {
            CHECK(count == 3);
        }
    });
    CHECK(count == 4);
}
