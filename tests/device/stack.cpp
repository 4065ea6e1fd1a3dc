// SPDX-License-Identifier: MIT
#include <lockstep/device/stack.hpp>

#include <atomic>
#include <cstddef>
#include <system_error>

#include <doctest/doctest.h>

#include <lockstep/device/device.hpp>

namespace ls = lockstep;

namespace {

template <std::size_t Bytes>
struct kernel {
    static constexpr std::size_t stack_size = ls::stack_size_for(Bytes);
    void operator()(std::size_t) const {}
};

}  // namespace

TEST_CASE("a kernel says what it needs, and little is not worth a word") {
    auto const says_nothing = [](std::size_t) {};
    static_assert(ls::stack_size_of<decltype(says_nothing)> == 0);
    constexpr std::size_t megabyte = std::size_t(1) << 20;
    using small = kernel<megabyte>;
    using large = kernel<100 * megabyte>;
    static_assert(ls::stack_size_of<small> == megabyte);
    static_assert(ls::stack_size_for(2 * megabyte) == 2 * megabyte);
    static_assert(ls::stack_size_for(3 * megabyte) > ls::common_stack_size);  // in a Debug build it takes up to 9
    static_assert(ls::stack_size_of<large> > 300 * megabyte);
    CHECK(ls::check_kernel<large>());
}

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
                         doctest::Contains("lockstep: a thread with a stack of 1099511627776 MiB cannot be begun"),
                         std::system_error);
}
