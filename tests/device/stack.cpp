// SPDX-License-Identifier: MIT
#include <lockstep/device/stack.hpp>

#include <cstddef>

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
