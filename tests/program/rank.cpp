// SPDX-License-Identifier: MIT
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/rank.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

namespace {

/// The rank of the first output.
template <class Transform>
ls::rank rank_of(Transform transform) {
    ls::program const p = ls::record(3, transform, {.fuse = false});
    return ls::ranks(p)[static_cast<std::size_t>(p.outputs.at(0).value)];
}

}  // namespace

TEST_CASE("a rank counts the operations of the longest way") {
    CHECK(rank_of([](std::span<recorded> x) { x[0] = x[1]; }).depth == 0);
    CHECK(rank_of([](std::span<recorded> x) { x[0] = x[1] + x[2] * ls::sqrt(x[0]); }).depth == 3);
}

TEST_CASE("a rank knows what is computed, and not in which order it was recorded") {
    auto const sum = rank_of([](std::span<recorded> x) { x[0] = x[1] + x[2]; });
    CHECK(sum == rank_of([](std::span<recorded> x) {
              recorded const unused = x[0] * x[1];
              x[0] = x[2] + x[1];
              x[1] = unused;
          }));
    CHECK(sum != rank_of([](std::span<recorded> x) { x[0] = x[1] - x[2]; }));
    CHECK(sum != rank_of([](std::span<recorded> x) { x[0] = x[0] + x[2]; }));
}

TEST_CASE("loops that are alike have ranks of their own") {
    ls::program const p = ls::record(2, [](std::span<recorded> x) {
        for (int k = 0; k < 2; ++k) {
            recorded count(0);
            ls::repeat_until(
                3, [&] { return ls::any(x[0] < count); }, [&] { count += recorded(1); }, count);
            x[0] = x[0] + count;
        }
    });
    std::vector<ls::rank> const ranks = ls::ranks(p);
    std::vector<ls::rank> found;
    for (int i = 0; i < p.size(); ++i) {
        if (p[i].op == ls::operation::loop_begin) {
            found.push_back(ranks[static_cast<std::size_t>(i)]);
        }
    }
    REQUIRE(found.size() == 2);
    CHECK(found[0] != found[1]);
}
