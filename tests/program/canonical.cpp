// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/canonical.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/print_c.hpp>
#include <lockstep/program/print_lanes.hpp>
#include <lockstep/program/record.hpp>
#include <lockstep/program/reordered.hpp>
#include <tests/program/every_operation.hpp>
#include <tests/program/random_kernel.hpp>

namespace ls = lockstep;
using ls::recorded;

namespace {

std::string texts(ls::program const& p) { return ls::print_lanes(p, "f") + ls::print_c(p, "f"); }

/// The same operations, between two statements in any order in which they can be done, and with operands exchanged.
ls::program shuffled(ls::program const& p, std::uint32_t seed) {
    std::mt19937 draw(seed);
    std::vector<int> order;
    std::vector<bool> done(p.nodes.size());
    auto const put = [&](int i) {
        done[static_cast<std::size_t>(i)] = true;
        order.push_back(i);
    };
    auto const is_ready = [&](int i) {
        ls::node const& n = p[i];
        return std::ranges::all_of(std::vector{n.a, n.b, n.c}, [&](int x) { return x < 0 || done[static_cast<std::size_t>(x)]; });
    };
    for (int i = 0; i < p.size();) {
        int end = i;
        while (end < p.size() && !ls::is_statement(p[end].op)) {
            ++end;
        }
        std::vector<int> left;
        for (; i < end; ++i) {
            ls::is_known_at_start(p[i].op) ? put(i) : left.push_back(i);
        }
        while (!left.empty()) {
            auto const ready = std::partition(left.begin(), left.end(), is_ready) - left.begin();
            auto const one = left.begin() + static_cast<std::ptrdiff_t>(draw()) % ready;
            put(*one);
            left.erase(one);
        }
        for (; i < p.size() && ls::is_statement(p[i].op); ++i) {
            put(i);
        }
    }
    ls::program result = reordered(p, order);
    for (ls::node& n : result.nodes) {
        if (ls::commutes(n.op) && result[n.b].op != ls::operation::constant && draw() % 2 == 0) {
            std::swap(n.a, n.b);
        }
    }
    return result;
}

void check_orders(ls::program const& recorded) {
    ls::program const fused = ls::fuse(recorded);
    std::string const expected = texts(ls::canonical(fused));
    CHECK(texts(ls::canonical(ls::canonical(fused))) == expected);
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        CHECK(texts(ls::canonical(shuffled(fused, seed))) == expected);
        CHECK(texts(ls::canonical(ls::fuse(shuffled(recorded, seed)))) == expected);
    }
}

}  // namespace

TEST_CASE("what a compiler evaluates first changes nothing of the text") {
    auto const text = [](bool right_first) {
        return texts(ls::record(4, [right_first](std::span<recorded> x) {
            // f(a, b), with either operand recorded first.
            auto const both = [right_first](auto f, auto a, auto b) {
                recorded left, right;
                if (right_first) {
                    right = b(), left = a();
                } else {
                    left = a(), right = b();
                }
                return f(left, right);
            };
            auto const sum = [](recorded const& a, recorded const& b) { return a + b; };
            auto const product = [](recorded const& a, recorded const& b) { return a * b; };
            x[3] = both(sum, [&] { return x[0] * x[1]; }, [&] { return x[2] * x[3]; });
            x[2] = both(sum, [&] { return -(x[0] * x[2]); }, [&] { return -(x[1] * x[1]); });
            x[1] = both(product, [&] { return ls::sqrt(x[0]); }, [&] { return ls::abs(x[1]) + recorded(1); });
            ls::when(
                ls::any(both(sum, [&] { return x[1]; }, [&] { return -x[2]; }) < x[3]), [&] { x[0] = x[1] + x[2]; }, x[0]);
        }));
    };
    CHECK(text(false) == text(true));
}

TEST_CASE("the same operations in another order are the same program") {
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        check_orders(ls::record(4, lockstep_test::random_kernel<recorded>(seed), {.fuse = false}));
    }
    check_orders(ls::record(
        lockstep_test::every_operation_rows, [](std::span<recorded> x) { lockstep_test::every_operation(x); }, {.fuse = false}));
    ls::physics::model const& ant = ls::physics::ant_model;
    check_orders(ls::record(ls::physics::substep_size(ant),
                            [&](std::span<recorded> x) { ls::physics::substep<recorded>(ant, x); }, {.fuse = false}));
}

TEST_CASE("an order changes no bit of a result") {
    std::mt19937 draw(1);
    std::uniform_real_distribution<float> number(-8, 8);
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        ls::program const p = ls::record(4, lockstep_test::random_kernel<recorded>(seed));
        std::vector<float> rows(4);
        std::ranges::generate(rows, [&] { return number(draw); });
        std::vector<float> other = rows;
        ls::interpret<float>(p, rows);
        ls::interpret<float>(shuffled(p, seed), other);
        CHECK(rows == other);
    }
}

TEST_CASE("a number waits for the last input or statement that it depends on") {
    ls::program const p = ls::canonical(ls::record(3, [](std::span<recorded> x) {
        recorded const early = ls::sqrt(x[0]), late = ls::sqrt(x[2] + early);
        x[1] = ls::select(x[1] < early, late, early);
    }));
    std::vector<int> const waits = ls::last_waits(p);
    for (int i = 0; i < p.size(); ++i) {
        if (p[i].op == ls::operation::sqrt) {
            CHECK(waits[static_cast<std::size_t>(i)] == (p[p[i].a].op == ls::operation::input ? 0 : 2));
        } else if (p[i].op == ls::operation::less) {
            CHECK(waits[static_cast<std::size_t>(i)] == 1);
        }
    }
    // So does the order: what waits for row 0, then for row 1, then for row 2.
    auto const computes = [&](int i) { return ls::is_arithmetic(p[i].op); };
    int before = -1;
    for (int i = 0; i < p.size(); ++i) {
        if (computes(i)) {
            CHECK(before <= waits[static_cast<std::size_t>(i)]);
            before = waits[static_cast<std::size_t>(i)];
        }
    }
}
