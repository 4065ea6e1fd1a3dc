// SPDX-License-Identifier: MIT
#include <lockstep/device/thread_with_stack.hpp>

#include <atomic>
#include <cstddef>
#include <system_error>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a thread has the stack that was asked for, and its end is waited for") {
    std::atomic<bool> ran = false;
    {
        ls::thread_with_stack const thread(std::size_t(33) << 20, [&ran] {
            char volatile bytes[std::size_t(32) << 20];
            bytes[0] = 1;
            bytes[sizeof bytes - 1] = bytes[0];
            ran = bytes[sizeof bytes - 1] == 1;
        });
    }
    CHECK(ran);
    CHECK_THROWS_WITH_AS(ls::thread_with_stack(std::size_t(1) << 60, [] {}),
                         doctest::Contains("lockstep: a thread with a stack of 1099511627776 MiB cannot be started"),
                         std::system_error);
}
