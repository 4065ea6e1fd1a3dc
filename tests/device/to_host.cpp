// SPDX-License-Identifier: MIT
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/to_host.hpp>
#include <tests/archetype/device.hpp>

namespace ls = lockstep;

TEST_CASE_TEMPLATE("the host gets a copy, after all that was queued", Device, ls::cpu, archetype::discrete_device) {
    Device device;
    auto buffer = device.template allocate<int>(3);
    device.for_each(3, [to = buffer.data()](std::size_t i) { to[i] = static_cast<int>(10 * i); });
    std::vector<int> const before = ls::to_host(device, buffer);
    CHECK(before == std::vector<int>{0, 10, 20});
    device.for_each(3, [to = buffer.data()](std::size_t i) { to[i] = 5; });
    CHECK(ls::to_host(device, buffer) == std::vector<int>{5, 5, 5});
    CHECK(before[2] == 20);
}
