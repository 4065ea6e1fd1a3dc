// SPDX-License-Identifier: MIT
#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/count.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

namespace {

template <class Transform>
std::vector<double> run(Transform transform, std::vector<double> rows, ls::recording_options const& options = {}) {
    ls::interpret<double>(ls::record(rows.size(), transform, options), rows);
    return rows;
}

std::size_t count(ls::program const& p, ls::operation op) {
    std::size_t result = 0;
    for (ls::node const& n : p.nodes) {
        result += n.op == op;
    }
    return result;
}

}  // namespace

TEST_CASE("what a region makes must leave it by its values") {
    auto const leak = [](std::span<recorded> x) {
        recorded root = x[0];
        ls::when(ls::any(recorded(0) < x[0]), [&] { root = ls::sqrt(x[0]); });
        x[0] = root;
    };
    CHECK_THROWS_AS(ls::record(1, leak), std::logic_error);
}

TEST_CASE("values may be numbers, masks, aggregates and spans") {
    struct pair {
        recorded a, b;
    };
    auto const transform = [](std::span<recorded> x) {
        pair p{x[0], x[1]};
        std::array<recorded, 2> list{x[0], x[1]};
        std::span<recorded> const seen = list;
        ls::recorded_mask is_small = x[0] < recorded(0);
        recorded number = x[2];
        ls::when(
            ls::any(x[0] < x[1]),
            [&] {
            p.b = x[0] * recorded(2);
            seen[0] = x[1] * recorded(3);
            is_small = x[0] < recorded(10);
            number = recorded(7);
            },
            p, seen, is_small, number);
        x[0] = p.b;
        x[1] = list[0];
        x[2] = ls::select(is_small, number, -number);
    };
    CHECK(run(transform, {1, 2, 3}) == std::vector<double>{2, 6, 7});
    CHECK(run(transform, {2, 1, 3}) == std::vector<double>{1, 2, -3});
}

TEST_CASE("a condition that is known leaves no region") {
    ls::program const p = ls::record(1, [](std::span<recorded> x) {
        ls::when(ls::any(recorded(1) < recorded(2)), [&] { x[0] += recorded(1); });
        ls::when(!ls::any(recorded(1) < recorded(2)), [&] { x[0] += recorded(10); });
    });
    CHECK(ls::count_operations(p).regions == 0);
    CHECK(ls::count_operations(p).total() == 1);
}

TEST_CASE("the same computation inside and outside of a region is done once") {
    ls::program const p = ls::record(2, [](std::span<recorded> x) {
        recorded const root = ls::sqrt(x[0]);
        ls::when(
            ls::any(x[0] < x[1]), [&] { x[1] = ls::sqrt(x[0]) * x[1]; }, x);
        ls::when(
            ls::any(x[0] < x[1]), [&] { x[1] = ls::sqrt(x[0]) + root; }, x);
        x[0] = root;
    });
    CHECK(count(p, ls::operation::sqrt) == 1);
    CHECK(count(p, ls::operation::region_begin) == 2);
}

TEST_CASE("a loop leaves when it is done and at its cap") {
    auto const halve = [](int cap) {
        return [cap](std::span<recorded> x) {
            ls::repeat_until(
                cap, [&] { return !ls::any(recorded(1) < x[0]); },
                [&] {
                x[0] = x[0] * recorded(0.5);
                x[1] += recorded(1);
                },
                x);
        };
    };
    for (bool const unroll : {false, true}) {
        CHECK(run(halve(10), {12, 0}, {.unroll = unroll}) == std::vector<double>{0.75, 4});
        CHECK(run(halve(3), {12, 0}, {.unroll = unroll}) == std::vector<double>{1.5, 3});
        CHECK(run(halve(10), {1, 0}, {.unroll = unroll}) == std::vector<double>{1, 0});
        CHECK(run(halve(0), {12, 0}, {.unroll = unroll}) == std::vector<double>{12, 0});
    }
}

TEST_CASE("variables of a loop may trade places") {
    auto const fibonacci = [](std::span<recorded> x) {
        ls::repeat_until(
            10, [] { return ls::recorded_mask(false).any(); },
            [&] {
            recorded const sum = x[0] + x[1];
            x[0] = x[1];
            x[1] = sum;
            },
            x);
    };
    CHECK(run(fibonacci, {0, 1}) == std::vector<double>{55, 89});
}
