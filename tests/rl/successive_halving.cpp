// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/successive_halving.hpp>

namespace ls = lockstep;

TEST_CASE("a third goes on for three times as long") {
    std::vector<std::vector<std::size_t>> budgets(10);
    auto const ranks = ls::successive_halving(10, {.divisor = 3, .budget = 900}, [&](std::size_t candidate, std::size_t budget) {
        budgets[candidate].push_back(budget);
        return candidate == 4 ? 100.0 : static_cast<double>(candidate);
    });
    REQUIRE(ranks.size() == 10);
    std::vector<std::size_t> order;
    for (auto const& r : ranks) {
        order.push_back(r.candidate);
    }
    CHECK(order == std::vector<std::size_t>{4, 9, 8, 7, 6, 5, 3, 2, 1, 0});
    CHECK(budgets[4] == std::vector<std::size_t>{100, 300, 900});
    CHECK(budgets[8] == std::vector<std::size_t>{100, 300});
    CHECK(budgets[7] == std::vector<std::size_t>{100});
    CHECK(ranks[0].budget == 900);
    CHECK(ranks[0].score == 100);
}

TEST_CASE("a candidate that fails is the last of its round") {
    auto const ranks = ls::successive_halving(3, {.divisor = 2, .budget = 4}, [](std::size_t candidate, std::size_t) {
        return candidate == 0 ? std::nan("") : candidate == 1 ? std::numeric_limits<double>::infinity() : -1e9;
    });
    CHECK(ranks[0].candidate == 2);
    CHECK(ranks[1].score == -std::numeric_limits<double>::infinity());
}

TEST_CASE("fewer rounds begin with larger budgets") {
    std::size_t calls = 0, spent = 0;
    auto const ranks = ls::successive_halving(9, {.rounds = 2, .budget = 30}, [&](std::size_t candidate, std::size_t budget) {
        ++calls;
        spent += budget;
        return static_cast<double>(candidate);
    });
    CHECK(calls == 9 + 3);
    CHECK(spent == 9 * 10 + 3 * 30);
    CHECK(ranks[2].candidate == 6);
    CHECK(ranks[2].budget == 30);
}

TEST_CASE("who cannot go on is dropped at once, and everyone is in the end") {
    std::vector<bool> begun(9, false), dropped(9, false);
    std::size_t held = 0, most = 0;
    auto const train = [&](std::size_t candidate, std::size_t) {
        CHECK_FALSE(dropped[candidate]);
        held += !begun[candidate];
        begun[candidate] = true;
        most = std::max(most, held);
        return static_cast<double>(candidate * 4 % 9);
    };
    auto const drop = [&](std::size_t candidate) {
        CHECK_FALSE(dropped[candidate]);
        dropped[candidate] = true;
        --held;
    };
    auto const ranks = ls::successive_halving(9, {.budget = 90}, train, drop);
    CHECK(ranks[0].candidate == 2);
    CHECK(held == 0);
    CHECK(most == 3 + 1);
}

TEST_CASE("one candidate has the whole budget") {
    auto const ranks =
        ls::successive_halving(1, {.budget = 7}, [](std::size_t, std::size_t budget) { return static_cast<double>(budget); });
    CHECK(ranks[0].score == 7);
}

TEST_CASE("a sweep that cannot begin is refused") {
    auto const train = [](std::size_t, std::size_t) { return 0.0; };
    CHECK_THROWS_WITH_AS(ls::successive_halving(0, {}, train), "lockstep: successive_halving: there are no candidates",
                         std::invalid_argument);
    CHECK_THROWS_AS(ls::successive_halving(3, {.divisor = 1}, train), std::invalid_argument);
    CHECK_THROWS_AS(ls::successive_halving(3, {.budget = 0}, train), std::invalid_argument);
}
