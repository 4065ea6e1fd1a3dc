// SPDX-License-Identifier: MIT
// What is computed from numbers in a frame is in tests/program/print_lanes.cpp.
#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/frame.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

namespace {

/// Roots that are read in the order in which they were computed, twice, with a loop between.
ls::program roots_read_late() {
    return ls::record(8, [](std::span<recorded> x) {
        std::vector<recorded> roots;
        for (recorded const& number : x) {
            roots.push_back(ls::sqrt(number));
        }
        recorded sum(0), pass(0);
        ls::repeat_until(
            3, [&] { return ls::any(recorded(4) < pass); },
            [&] {
            for (recorded const& root : roots) {
                sum = sum * root;
            }
            pass = pass + recorded(1);
            },
            sum, pass);
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = ls::sqrt(roots[i] + sum);
        }
    });
}

}  // namespace

TEST_CASE("a short program has no frame") {
    ls::program const p = roots_read_late();
    ls::frame_plan const plan(p);
    CHECK(plan.size() == 0);
    for (int i = 0; i < p.size(); ++i) {
        CHECK(plan.place(i) == -1);
        CHECK(plan.stretch(i) == 0);
    }
    CHECK(ls::frame_plan(ls::program{}, {.program = 0}).size() == 0);
}

TEST_CASE("what is read late waits in a place of its own") {
    ls::program const p = roots_read_late();
    ls::frame_plan const plan(p, {.program = 0, .stretch = 4, .distance = 12});
    CHECK(plan.size() == 8);
    std::set<int> places;
    int waiting = 0;
    for (int i = 0; p[i].op != ls::operation::loop_begin; ++i) {
        if (plan.place(i) >= 0) {
            CHECK(p[i].op == ls::operation::sqrt);
            places.insert(plan.place(i));
            ++waiting;
        }
    }
    CHECK(waiting == 8);
    CHECK(places.size() == 8);
}

TEST_CASE("what a loop changes waits if the loop is long") {
    ls::program const p = roots_read_late();
    auto const waiting = [&](int overwritten) {
        ls::frame_plan const plan(p, {.program = 0, .stretch = 4, .distance = 8, .overwritten = overwritten});
        int count = 0;
        for (int i = 0; i < p.size(); ++i) {
            count += p[i].op == ls::operation::variable && plan.place(i) >= 0;
        }
        return count;
    };
    CHECK(waiting(8) == 2);
    CHECK(waiting(100) == 0);
}

TEST_CASE("numbers that are needed one after the other share a place") {
    ls::program const p = ls::record(1, [](std::span<recorded> x) {
        for (int k = 0; k < 4; ++k) {
            recorded const early = ls::sqrt(x[0]);
            recorded late = early;
            for (int i = 0; i < 6; ++i) {
                late = ls::sqrt(late);
            }
            x[0] = early + late;
        }
    });
    ls::frame_plan const plan(p, {.program = 0, .stretch = 4, .distance = 6});
    CHECK(plan.size() == 1);
    CHECK(plan.stretch(p.size() - 1) == (4 * 8 - 1) / 4);
}

TEST_CASE("where nothing waits there are no barriers") {
    ls::program const p = roots_read_late();
    ls::frame_plan const plan(p, {.program = 0, .stretch = 4, .distance = 1000, .overwritten = 1000});
    CHECK(plan.size() == 0);
    CHECK(plan.stretch(p.size() - 1) == 0);
}
