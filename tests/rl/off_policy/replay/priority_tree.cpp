// SPDX-License-Identifier: MIT
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/off_policy/replay/priority_tree.hpp>

namespace ls = lockstep;

TEST_CASE("leaves are found as often as their priorities say, and those of priority 0 never") {
    ls::cpu device({.threads = 1});
    std::vector<float> const priorities = {0, 1, 0, 3, 0.5f, 0, 4, 1.5f, 0, 0, 0};
    ls::priority_buffer<ls::cpu> memory(device, priorities.size());
    ls::priority_tree const tree = memory.view();
    CHECK(tree.leaves == 16);
    for (std::size_t i = 0; i < priorities.size(); ++i) {
        tree.set(i, priorities[i]);
    }
    CHECK(tree.total() == 10);
    CHECK(*tree.largest == 4);
    std::vector<std::size_t> found(16);
    ls::random<float> draws(1, 0, 0);
    constexpr std::size_t count = 100'000;
    for (std::size_t i = 0; i < count; ++i) {
        ++found[tree.find(draws.uniform() * tree.total())];
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        double const share = i < priorities.size() ? static_cast<double>(priorities[i]) / 10 : 0;
        CHECK(static_cast<double>(found[i]) / count == doctest::Approx(share).epsilon(0.02).scale(0.1));
        CHECK((found[i] == 0) == (share == 0));
    }
    CHECK(tree.find(0) == 1);
    CHECK(tree.find(tree.total()) == 7);  // rounding may ask for all of it
}

TEST_CASE("sums follow from the leaves alone, whatever they were before") {
    ls::cpu device({.threads = 1});
    ls::priority_buffer<ls::cpu> a(device, 100), b(device, 100);
    ls::random<float> draws(2, 0, 0);
    for (int i = 0; i < 1000; ++i) {
        a.view().set(static_cast<std::size_t>(draws.uniform() * 100), draws.uniform());
    }
    for (std::size_t i = 0; i < 100; ++i) {
        b.view().set(i, a.view().priority(i));
    }
    CHECK(a.view().total() == b.view().total());
}

TEST_CASE("nothing is taken for nothing") {
    ls::cpu device({.threads = 1});
    ls::priority_buffer<ls::cpu> none(device, 0);
    CHECK(none.view().leaves == 0);
}
