// SPDX-License-Identifier: MIT
// That what is computed in shared places is right: tests/program/print_lanes.cpp.
#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/places.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

namespace {

std::vector<int> places_of(ls::program const& p, bool (*waits)(ls::operation)) {
    std::vector<bool> wanted;
    for (ls::node const& n : p.nodes) {
        wanted.push_back(waits(n.op));
    }
    return ls::shared_places(p, wanted).places();
}

}  // namespace

TEST_CASE("numbers that are needed at the same time have places of their own, others share") {
    ls::program const p = ls::record(3, [](std::span<recorded> x) {
        for (int k = 0; k < 2; ++k) {
            recorded const a = ls::sqrt(x[0]), b = ls::sqrt(x[1]), c = ls::sqrt(x[2]);
            x[0] = a * b + c;
            x[1] = x[0] * x[0];
            x[2] = x[0] + x[1];
        }
    });
    std::vector<int> const places = places_of(p, [](ls::operation op) { return op == ls::operation::sqrt; });
    std::set<int> first, second;
    for (int i = 0; i < p.size(); ++i) {
        if (int const place = places[static_cast<std::size_t>(i)]; p[i].op == ls::operation::sqrt) {
            (first.size() < 3 ? first : second).insert(place);
        } else {
            CHECK(place == -1);
        }
    }
    CHECK(first == std::set<int>{0, 1, 2});
    CHECK(second == first);
}

TEST_CASE("what a region in a loop changes is in one place, from pass to pass") {
    ls::program const p = ls::record(2, [](std::span<recorded> x) {
        recorded sum = ls::sqrt(x[0]), pass = x[1];
        ls::repeat_until(
            5, [&] { return !ls::any(pass < recorded(4)); },
            [&] {
            ls::when(
                ls::any(pass < recorded(2)), [&] { sum = ls::sqrt(sum); }, sum);
            pass = pass + recorded(1);
            },
            sum, pass);
        x[0] = sum;
    });
    std::vector<int> const places =
        places_of(p, [](ls::operation op) { return op == ls::operation::sqrt || ls::is_overwritten(op); });
    std::set<int> of_sum, of_all(places.begin(), places.end());
    for (int i = 0; i < p.size(); ++i) {
        if (p[i].op == ls::operation::sqrt || p[i].op == ls::operation::phi) {
            of_sum.insert(places[static_cast<std::size_t>(i)]);
        }
    }
    CHECK(of_sum.size() == 1);
    CHECK(of_all == std::set<int>{-1, 0, 1});
}
