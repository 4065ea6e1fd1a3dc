// SPDX-License-Identifier: MIT
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/count.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

TEST_CASE("what no output needs is not there") {
    ls::program const p = ls::record(3, [](std::span<recorded> x) {
        recorded unused = ls::sqrt(x[2]);
        recorded a = x[0];
        recorded b = x[1];
        ls::when(
            ls::any(x[2] < x[1]), [&] { unused = unused * x[1]; }, unused);
        ls::when(
            ls::any(x[0] < x[1]),
            [&] {
            a = a * x[1];
            b = b * x[2];
            },
            a, b);
        x[0] = a;
    });
    ls::operation_count const count = ls::count_operations(p);
    CHECK(count.regions == 1);
    CHECK(count.straight == 1);
    CHECK(count.region == 1);
    CHECK(p.outputs.size() == 1);
    std::vector<double> rows = {2, 3, 4};
    ls::interpret<double>(p, rows);
    CHECK(rows == std::vector<double>{6, 3, 4});
}

TEST_CASE("a loop keeps the variables that its exit and the outputs need") {
    ls::program const p = ls::record(3, [](std::span<recorded> x) {
        recorded counter = recorded(0);
        recorded unused = x[2];
        recorded constant = x[1];
        ls::repeat_until(
            20, [&] { return !ls::any(counter < x[1]); },
            [&] {
            counter += recorded(1);
            unused = unused * counter;
            x[0] = x[0] + constant;
            },
            counter, unused, constant, x);
    });
    std::size_t variables = 0;
    for (ls::node const& n : p.nodes) {
        variables += n.op == ls::operation::variable;
    }
    CHECK(variables == 2);
    CHECK(p.outputs.size() >= 1);
    std::vector<double> rows = {1, 3, 5};
    ls::interpret<double>(p, rows);
    CHECK(rows == std::vector<double>{10, 3, 5});
}

TEST_CASE("what stays keeps its order") {
    ls::builder to(2);
    int const x = to.input(0), y = to.input(1);
    using enum ls::operation;
    int const second = ls::emit(to, mul, y, y);
    ls::emit(to, sqrt, second);
    to.output(0, ls::emit(to, add, x, x));
    to.output(1, second);
    std::vector<ls::operation> order;
    for (ls::node const& n : ls::without_dead_code(to.written()).nodes) {
        order.push_back(n.op);
    }
    CHECK((order == std::vector{input, input, mul, add}));
}
