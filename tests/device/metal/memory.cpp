// SPDX-License-Identifier: MIT
// A machine without a device of Metal, and what happens to its memory when a kernel does not end. The rest of it is
// device/metal.cpp's.
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/launch_watch.hpp>
#include <lockstep/device/metal.hpp>
#include <lockstep/device/to_host.hpp>
#include <tests/kernel/metal_kernels.hpp>
#include <tests/support/metal_device.hpp>

namespace ls = lockstep;

namespace {

lockstep_test::mark<ls::metal::world> add(ls::metal::buffer<float>& to, float number) {
    lockstep_test::mark<ls::metal::world> kernel;
    kernel.to = to.data();
    kernel.stride = 1;
    kernel.number = number;
    return kernel;
}

}  // namespace

TEST_CASE("a machine without a device says so") {
    auto* const fake = lockstep_test::find_metal().fake;
    if (fake == nullptr) {
        return;
    }
    fake->has_devices = false;
    CHECK_THROWS_WITH_AS(ls::metal(), "lockstep::metal: this machine has no device of Metal", std::runtime_error);
    fake->has_devices = true;
    CHECK(fake->living == 0);
}

TEST_CASE("a kernel that does not end is an error that names it, and the device goes on when it has ended") {
    auto* const fake = lockstep_test::find_metal().fake;
    if (fake == nullptr) {
        return;
    }
    ls::metal device({.time_limit = 0.02});
    auto to = device.allocate<float>(2);
    device.for_each(2, add(to, 1));
    device.synchronize();
    fake->endless = "mark";
    device.for_each(2, add(to, 1));
    char const* const expected = "lockstep::metal: the kernel mark has not ended after 0.02 s and may never end: if it only "
                                 "takes long, set time_limit in the "
                                 "device's configuration to more seconds, or to 0 to wait for ever";
    CHECK_THROWS_WITH_AS(device.synchronize(), expected, ls::kernel_without_end);
    CHECK_THROWS_WITH_AS(ls::to_host(device, to), expected, ls::kernel_without_end);
    fake->endless = nullptr;
    CHECK(ls::to_host(device, to) == std::vector<float>{2, 2});
}

TEST_CASE("a command buffer keeps what its kernels work in, though device and buffer are gone") {
    auto* const fake = lockstep_test::find_metal().fake;
    if (fake == nullptr) {
        return;
    }
    CHECK(fake->living == 0);
    fake->endless = "mark";
    {
        ls::metal device({.time_limit = 0.02});
        auto to = device.allocate<float>(2);
        device.for_each(2, add(to, 1));
        CHECK_THROWS_AS(device.synchronize(), ls::kernel_without_end);
    }
    CHECK(fake->living == 0);  // the queue runs what it has when it goes, in memory that it crashes on if it is gone
    fake->endless = nullptr;
}
