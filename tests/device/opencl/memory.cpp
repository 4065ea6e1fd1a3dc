// SPDX-License-Identifier: MIT
// Memory of a device's own and memory that it shares with the host; and what waits when a kernel fails, or does not end.
#include <lockstep/device/opencl/memory.hpp>

#include <cstddef>
#include <limits>
#include <new>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/host_view.hpp>
#include <lockstep/device/launch_watch.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/device/to_host.hpp>
#include <tests/support/opencl_device.hpp>
#include <tests/support/pretended_opencl.hpp>

namespace ls = lockstep;

namespace {

/// Adds `amount` to one number a pack.
template <class W>
struct add {
    template <class World>
    using in = add<World>;
    typename W::template pointer<typename W::scalar> numbers;
    typename W::scalar amount;
    void operator()(typename W::index const& pack) const { numbers[pack] = numbers[pack] + amount; }
};

/// Waits until the host writes to its number.
template <class W>
struct endless {
    template <class World>
    using in = endless<World>;
    typename W::template pointer<typename W::scalar> number;
    void operator()(typename W::index const&) const {
        if constexpr (!W::is_native) {
            ls::kernel_writer::current().line("while (*(volatile __global float*)a0 == 0.0f) {}");
        }
    }
};

template <template <class> class Kernel>
using launched = Kernel<ls::opencl::world>;

std::vector<float> counted(std::size_t n) {
    std::vector<float> result(n);
    std::iota(result.begin(), result.end(), 0.0f);
    return result;
}

}  // namespace

TEST_CASE_TEMPLATE("memory is zeros, and is copied in parts", Device, ls::opencl, ls::unified_opencl) {
    if (!support::has_opencl_device()) {
        return;
    }
    Device device;
    auto buffer = device.template allocate<float>(5);
    CHECK(buffer.size() == 5);
    CHECK(ls::to_host(device, buffer) == std::vector<float>(5, 0.0f));
    device.copy(counted(3), buffer, 2);
    CHECK(ls::to_host(device, buffer) == std::vector<float>{0, 0, 0, 1, 2});
    std::vector<float> two(2);
    device.copy(buffer, std::span<float>(two), 3);
    CHECK(two == std::vector<float>{1, 2});
    device.copy(std::vector<float>(), buffer, 5);
    CHECK(device.template allocate<char>(3).size() == 3);
    CHECK(device.template allocate<float>(0).size() == 0);

    auto moved = std::move(buffer);
    CHECK(buffer.data() == nullptr);
    CHECK(ls::to_host(device, moved) == std::vector<float>{0, 0, 0, 1, 2});
}

TEST_CASE("a copy out of range is an error") {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::opencl device;
    auto buffer = device.allocate<float>(5);
    CHECK_THROWS_WITH_AS(device.copy(counted(3), buffer, 3), "lockstep::opencl: copy of elements [3, 6) of a buffer of 5",
                         std::invalid_argument);
    std::vector<float> six(6);
    CHECK_THROWS_WITH_AS(device.copy(buffer, std::span<float>(six)), "lockstep::opencl: copy of elements [0, 6) of a buffer of 5",
                         std::invalid_argument);
}

TEST_CASE("more memory than there is is std::bad_alloc") {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::opencl device;
    CHECK_THROWS_AS(device.allocate<float>(std::size_t(1) << 48), std::bad_alloc);
    CHECK_THROWS_AS(device.allocate<double>(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
    CHECK_THROWS_WITH_AS(ls::allocate<float>(device, std::size_t(1) << 48, "capacity"),
                         "lockstep: capacity is too large: 281474976710656 times 4 bytes are more than the device has to give",
                         std::runtime_error);
}

TEST_CASE("only memory that cannot be had is std::bad_alloc") {
    if (!support::has_opencl_device()) {
        return;
    }
    support::pretence const driver;
    ls::opencl device;
    auto buffer = device.allocate<float>(16);
    driver->create = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    CHECK_THROWS_AS(device.allocate<float>(1), std::bad_alloc);
    driver->create = CL_SUCCESS;
    driver->fill = CL_OUT_OF_RESOURCES;
    CHECK_THROWS_AS(device.allocate<float>(1), std::bad_alloc);
    driver->fill = CL_SUCCESS;
    device.for_each(1, launched<add>{buffer.data(), 1});
    driver->flush = CL_OUT_OF_RESOURCES;
    CHECK_THROWS_WITH_AS(device.synchronize(),
                         "lockstep::opencl: clFlush failed with error -5 (CL_OUT_OF_RESOURCES); the kernel launched last is add",
                         std::runtime_error);
    driver->flush = CL_SUCCESS;
    CHECK(ls::to_host(device, buffer)[0] == 1);
}

TEST_CASE("a pointer to memory that is not the device's is an error") {
    if (!support::has_opencl_device()) {
        return;
    }
    char const* const expected = "lockstep::opencl: a kernel points at memory that is in no buffer of this device";
    ls::opencl device;
    float on_the_host = 0;
    CHECK_THROWS_WITH_AS(device.for_each(1, launched<add>{&on_the_host, 1}), expected, std::invalid_argument);
    auto buffer = device.allocate<float>(6);
    CHECK_THROWS_WITH_AS(device.for_each(1, launched<add>{&on_the_host, 1}), expected, std::invalid_argument);
    CHECK_THROWS_WITH_AS(device.for_each(1, launched<add>{buffer.data() + 7, 1}), expected, std::invalid_argument);
}

TEST_CASE("shared memory is one memory: the host's view is what kernels work in") {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::unified_opencl device;
    auto buffer = device.allocate<float>(6);
    auto view = ls::host_view(buffer, 2, 3);
    CHECK(view.data() == buffer.data());
    for (int turn = 0; turn < 3; ++turn) {
        view(1, 2) = 4;  // nothing is queued
        device.for_each(6, launched<add>{buffer.data(), 1});
        device.for_each(1, launched<add>{buffer.data(), 10});
        device.synchronize();
        CHECK(view(1, 2) == 5);
        CHECK(view(0, 0) == 11 * static_cast<float>(turn + 1));
    }
}

TEST_CASE("a kernel that does not end is an error that names it, and the device goes on when it has ended") {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::unified_opencl device({.time_limit = 0.05});
    auto flag = device.allocate<float>(1), other = device.allocate<float>(1);
    float volatile* const number = flag.data();
    device.for_each(1, launched<endless>{flag.data()});
    device.for_each(1, launched<add>{other.data(), 1});
    char const* const expected = "lockstep::unified_opencl: the kernel endless has not ended after 0.05 s and may never end: if "
                                 "it only takes long, set time_limit "
                                 "in the device's configuration to more seconds, or to 0 to wait for ever";
    CHECK_THROWS_WITH_AS(device.synchronize(), expected, ls::kernel_without_end);
    CHECK_THROWS_WITH_AS(ls::to_host(device, other), expected, ls::kernel_without_end);
    CHECK_THROWS_WITH_AS(device.allocate<float>(1), expected, ls::kernel_without_end);
    *number = 1;
    while (!ls::has_ended_after([&] { device.synchronize(); })) {  // as soon as the kernel has seen it
    }
    CHECK(ls::to_host(device, other)[0] == 1);
}

TEST_CASE("what a kernel works in that does not end outlives its device and its buffer") {
    if (!support::has_opencl_device()) {
        return;
    }
    float volatile* number = nullptr;
    {
        ls::unified_opencl device({.time_limit = 0.05});
        auto flag = device.allocate<float>(1);
        number = flag.data();
        device.for_each(1, launched<endless>{flag.data()});
        CHECK_THROWS_AS(device.synchronize(), ls::kernel_without_end);
    }
    CHECK(*number == 0);  // it is still there
    *number = 1;          // and the kernel may end
}

TEST_CASE("a kernel that fails is named by whatever call comes to know of it") {
    if (!support::has_opencl_device()) {
        return;
    }
    support::pretence const driver;
    ls::opencl device;
    auto buffer = device.allocate<float>(16);
    char const* const expected = "lockstep::opencl: the kernel add failed with error -5 (CL_OUT_OF_RESOURCES)";
    for (bool const is_flush : {true, false}) {
        CAPTURE(is_flush);
        device.for_each(1, launched<add>{buffer.data(), 1});
        driver->event = CL_OUT_OF_RESOURCES;
        (is_flush ? driver->flush : driver->fill) = CL_OUT_OF_RESOURCES;
        if (is_flush) {
            CHECK_THROWS_WITH_AS(device.synchronize(), expected, std::runtime_error);
        } else {
            CHECK_THROWS_WITH_AS(device.allocate<float>(1), expected, std::runtime_error);
        }
        driver->event = driver->flush = driver->fill = CL_SUCCESS;
        device.synchronize();
    }
}

TEST_CASE("a device begins before the host waits") {
    if (!support::has_opencl_device()) {
        return;
    }
    support::pretence const driver;
    ls::opencl device;
    auto buffer = device.allocate<float>(16);
    driver->flushes = 0;
    for (int launch = 0; launch < 40; ++launch) {
        device.for_each(1, launched<add>{buffer.data(), 1});
    }
    CHECK(driver->flushes == 2);
    CHECK(ls::to_host(device, buffer)[0] == 40);
}
