// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/canonical.hpp>
#include <lockstep/program/fuse.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/lifetimes.hpp>
#include <lockstep/program/record.hpp>
#include <lockstep/program/shorten_lifetimes.hpp>
#include <tests/program/every_operation.hpp>
#include <tests/program/random_kernel.hpp>

namespace ls = lockstep;
using ls::recorded;

namespace {

/// The mean number of computed numbers that wait at the same time.
double waiting(ls::program const& p) {
    ls::lifetimes const lives(p);
    double sum = 0;
    for (int i = 0; i < p.size(); ++i) {
        sum += ls::is_known_at_start(p[i].op) ? 0 : (lives.end(i) - lives.begin(i)) / 2;
    }
    return sum / p.size();
}

/// The program that computes as many numbers as possible before it reads any of them again: in the order of their depths.
ls::program breadth_first(ls::program const& p) {
    std::vector<ls::rank> const ranks = ls::ranks(p);
    std::vector<int> order;
    for (int i = 0; i < p.size(); ++i) {
        order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        auto const depth = [&](int i) { return ls::is_known_at_start(p[i].op) ? -1 : ranks[static_cast<std::size_t>(i)].depth; };
        return depth(a) < depth(b);
    });
    return reordered(p, order);
}

void check_bits(ls::program const& p, std::vector<double> const& numbers) {
    std::vector<double> before = numbers, after = numbers;
    ls::interpret<double>(p, before);
    ls::interpret<double>(shorten_lifetimes(p), after);
    CHECK(before == after);
}

}  // namespace

TEST_CASE("of the numbers that may come next, the one that ends most lifetimes comes first") {
    ls::program const sum = ls::record(8, [](std::span<recorded> x) {
        recorded total = ls::sqrt(x[0]);
        for (std::size_t i = 1; i < 8; ++i) {
            total = total + ls::sqrt(x[i]);
        }
        x[0] = total;
    });
    ls::program const wide = breadth_first(sum);
    CHECK(waiting(wide) > 2);
    ls::program const narrow = shorten_lifetimes(wide);
    CHECK(waiting(narrow) < 1.2);
    int const first = 8;  // after the inputs
    std::vector<ls::operation> operations;
    for (int i = first; i < first + 5; ++i) {
        operations.push_back(narrow[i].op);
    }
    using enum ls::operation;
    CHECK(operations == std::vector{sqrt, sqrt, add, sqrt, add});
}

TEST_CASE("fewer numbers of a robot's substep wait than in the order that is the same for all compilers") {
    ls::physics::model const& m = ls::physics::half_cheetah_model;
    auto const substep = [&](std::span<recorded> rows) { ls::physics::substep<recorded>(m, rows); };
    ls::program const p = ls::canonical(ls::record(ls::physics::substep_size(m), substep));
    CHECK(waiting(shorten_lifetimes(p)) < waiting(p));
}

TEST_CASE("an order changes no bit, in and around regions and loops") {
    std::mt19937 draw(1);
    std::uniform_real_distribution<double> number(-8, 8);
    auto const numbers = [&](std::size_t count) {
        std::vector<double> result(count);
        std::ranges::generate(result, [&] { return number(draw); });
        return result;
    };
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        check_bits(ls::canonical(ls::record(4, lockstep_test::random_kernel<recorded>(seed))), numbers(4));
    }
    ls::program const all =
        ls::record(lockstep_test::every_operation_rows, [](std::span<recorded> x) { lockstep_test::every_operation(x); });
    for (int k = 0; k < 20; ++k) {
        check_bits(ls::canonical(all), numbers(lockstep_test::every_operation_rows));
    }
}
