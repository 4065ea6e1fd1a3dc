// SPDX-License-Identifier: MIT
// A machine without a device of Metal, and what happens to its memory when a kernel does not end. The rest of it is
// device/metal.cpp's.
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
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
    auto* const fake = lockstep_test::find_fake_metal();
    if (fake == nullptr) {
        return;
    }
    fake->has_devices = false;
    CHECK_THROWS_WITH_AS(ls::metal(), "lockstep::metal: this machine has no device of Metal", std::runtime_error);
    fake->has_devices = true;
    CHECK(fake->living == 0);
}

TEST_CASE("a kernel that does not end is an error that names it, and the device goes on when it has ended") {
    auto* const fake = lockstep_test::find_fake_metal();
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

TEST_CASE("a queue that is full behind a kernel that does not end is waited for with a limit") {
    auto* const fake = lockstep_test::find_fake_metal();
    if (fake == nullptr) {
        return;
    }
    ls::metal device({.time_limit = 0.02});
    auto to = device.allocate<float>(1);
    auto const queues = [&] {
        for (int i = 0; i < 5000; ++i) {  // 64 launches for each of 64 command buffers, and more
            device.for_each(1, add(to, 1));
        }
    };
    fake->endless = "mark";
    CHECK_THROWS_AS(queues(), ls::kernel_without_end);
    fake->endless = nullptr;
    device.synchronize();
    float const before = ls::to_host(device, to)[0];
    queues();
    CHECK(ls::to_host(device, to)[0] == before + 5000);
}

TEST_CASE("a command buffer has as many launches as fit into a tenth of a second, from 1 to 64") {
    auto* const fake = lockstep_test::find_fake_metal();
    if (fake == nullptr) {
        return;
    }
    ls::metal device;
    auto to = device.allocate<float>(1);
    auto const most = [&](double seconds, int launches) {
        fake->seconds_a_launch = seconds;
        fake->most_dispatches = 0;
        for (int launch = 0; launch < launches; ++launch) {
            device.for_each(1, add(to, 1));
        }
        device.synchronize();
        return fake->most_dispatches;
    };
    CHECK(most(0.04, 20) == 2);
    CHECK(most(0.0001, 300) == 64);
    most(0.5, 200);
    CHECK(most(0.5, 20) == 1);
    CHECK(ls::to_host(device, to)[0] == 540);
    fake->seconds_a_launch = 0;
}

TEST_CASE("a command buffer that macOS has ended says so, and what to do") {
    auto* const fake = lockstep_test::find_fake_metal();
    if (fake == nullptr) {
        return;
    }
    ls::metal device;
    auto to = device.allocate<float>(1);
    std::string const begin = "lockstep::metal: the kernel mark failed: an error of the system";
    std::string const less = "give it less at a time, such as fewer environments or smaller minibatches, or let the screen "
                             "sleep";
    std::string const too_long = "; macOS has ended it, since it kept the graphics processor from the screen for too long: ";
    std::string const revoked = "; macOS takes no more from this program, since earlier kernels took too long or failed: start "
                                "it again, and ";
    for (auto const& end :
         {std::pair<long, std::string>{2, too_long + less}, {14, too_long + less}, {4, revoked + less}, {3, ""}}) {
        CAPTURE(end.first);
        fake->failure = end.first;
        device.for_each(1, add(to, 1));
        CHECK_THROWS_WITH_AS(device.synchronize(), (begin + end.second).c_str(), std::runtime_error);
        fake->failure = 0;
    }
}

TEST_CASE("a command buffer keeps what its kernels work in, though device and buffer are gone") {
    auto* const fake = lockstep_test::find_fake_metal();
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
