// SPDX-License-Identifier: MIT
#include <lockstep/device/one_thread.hpp>

#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("each index is run once, by the caller") {
    ls::one_thread caller(0, std::size_t(1) << 40);
    CHECK(caller.threads() == 1);
    std::vector<int> times(1000);
    auto const self = std::this_thread::get_id();
    bool here = true;
    caller.run(times.size(), [&](std::size_t begin, std::size_t end) {
        here = here && std::this_thread::get_id() == self;
        for (std::size_t i = begin; i < end; ++i) {
            ++times[i];
        }
    });
    CHECK(here);
    CHECK(times == std::vector<int>(1000, 1));
}

TEST_CASE("an empty loop runs nothing") {
    bool ran = false;
    ls::one_thread(1).run(0, [&](std::size_t, std::size_t) { ran = true; });
    CHECK(!ran);
}

TEST_CASE("more than the caller is refused") {
    CHECK_THROWS_WITH_AS(ls::one_thread(2), "lockstep::cpu: threads = 2, but this program is built without threads",
                         std::invalid_argument);
}
