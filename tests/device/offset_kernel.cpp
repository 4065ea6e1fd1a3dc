// SPDX-License-Identifier: MIT
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/native_world.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/device/offset_kernel.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace ls = lockstep;

namespace {

struct count_up {
    template <class World>
    using in = count_up;
    static constexpr std::size_t stack_size = 123;
    int* numbers;
    void operator()(std::size_t i) const { numbers[i] += static_cast<int>(i); }
};

struct count_in_teams : count_up {
    static constexpr bool has_team = true;
};
template <class Kernel>
constexpr bool has_team = ls::has_team<ls::offset_kernel<Kernel, ls::native_world>>;

}  // namespace

TEST_CASE("a part of a loop has the indices of the whole, and an empty part none") {
    ls::cpu device({.threads = 2});
    auto numbers = device.allocate<int>(6);
    ls::for_each_between<ls::native_world>(device, 2, 5, count_up{numbers.data()});
    ls::for_each_between<ls::native_world>(device, 3, 3, count_up{numbers.data()});
    CHECK(ls::to_host(device, numbers) == std::vector<int>{0, 0, 2, 3, 4, 0});
    CHECK(ls::stack_size_of<ls::offset_kernel<count_up, ls::native_world>> == 123);
    CHECK(has_team<count_in_teams>);
    CHECK_FALSE(has_team<count_up>);
}
