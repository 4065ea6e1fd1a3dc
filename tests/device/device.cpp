// SPDX-License-Identifier: MIT
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/to_host.hpp>
#include <tests/archetype/device.hpp>

namespace ls = lockstep;

namespace {

struct nothing {};
struct no_copy : archetype::discrete_device {
    void copy() = delete;
};
struct no_for_each : archetype::discrete_device {
    void for_each() = delete;
};
struct copyable_buffers {
    static constexpr ls::memory_kind memory = ls::memory_kind::host;
    static constexpr std::size_t width = 4;
    template <class T>
    using buffer = std::vector<T>;
    template <class T>
    buffer<T> allocate(std::size_t n) {
        return buffer<T>(n);
    }
};
static_assert(!ls::device_traits<nothing> && !ls::device<nothing>);
static_assert(ls::device_traits<no_copy> && ls::device_runs<no_copy> && !ls::device_copies<no_copy> && !ls::device<no_copy>);
static_assert(ls::device_copies<no_for_each> && !ls::device_runs<no_for_each> && !ls::device<no_for_each>);
static_assert(ls::device_traits<copyable_buffers> && !ls::device_allocates<copyable_buffers>);
static_assert(ls::check_device<ls::cpu>() && ls::check_device<archetype::discrete_device>());

struct add_one {
    float* data;
    void operator()(std::size_t i) const { data[i] += 1; }
};
struct owns {
    std::vector<float> data;
    void operator()(std::size_t) const {}
};
struct too_big {
    char bytes[5000];
    void operator()(std::size_t) const {}
};
static_assert(ls::kernel<add_one> && !ls::kernel<owns> && !ls::kernel<too_big> && !ls::kernel<int>);
static_assert(std::same_as<ls::lanes_of<ls::cpu>, ls::native_lanes>);

}  // namespace

TEST_CASE_TEMPLATE("a device gives zeros, runs in order and copies parts", Device, ls::cpu, archetype::discrete_device) {
    Device device;
    auto numbers = ls::allocate<float>(device, 1000);
    CHECK(numbers.size() == 1000);
    CHECK(ls::to_host(device, numbers) == std::vector<float>(1000, 0.0f));

    std::vector<float> from(1000);
    for (std::size_t i = 0; i < from.size(); ++i) {
        from[i] = static_cast<float>(i);
    }
    device.copy(from, numbers);
    from.assign(1000, -1.0f);  // the copy is the caller's no longer
    device.for_each(numbers.size(), [data = numbers.data()](std::size_t i) { data[i] *= 2; });
    device.for_each(numbers.size(), [data = numbers.data()](std::size_t i) { data[i] += 1; });
    auto const to = ls::to_host(device, numbers);
    for (std::size_t i = 0; i < to.size(); ++i) {
        CHECK(to[i] == 2 * static_cast<float>(i) + 1);
    }

    float const two[] = {-5, -6};
    device.copy(two, numbers, 10);
    float four[4];
    device.copy(numbers, four, 9);
    CHECK(four[0] == 19.0f);
    CHECK(four[1] == -5.0f);
    CHECK(four[2] == -6.0f);
    CHECK(four[3] == 25.0f);
}

TEST_CASE_TEMPLATE("a copy past the end names both ranges", Device, ls::cpu, archetype::discrete_device) {
    Device device;
    std::size_t const volatile four = 4;  // unknown to the compiler, which else warns of the very thing that is tested
    auto numbers = device.template allocate<int>(four);
    std::vector<int> five(5);
    std::string const name = std::is_same_v<Device, ls::cpu> ? "lockstep::cpu" : "archetype::discrete_device";
    CHECK_THROWS_WITH_AS(device.copy(five, numbers), (name + ": copy of elements [0, 5) of a buffer of 4").c_str(),
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(device.copy(numbers, std::span(five).first(2), 3),
                         (name + ": copy of elements [3, 5) of a buffer of 4").c_str(), std::invalid_argument);
}

TEST_CASE_TEMPLATE("buffers move, and may be empty", Device, ls::cpu, archetype::discrete_device) {
    Device device;
    auto a = device.template allocate<int>(3);
    int const three[] = {1, 2, 3};
    device.copy(three, a);
    auto b = std::move(a);
    CHECK(ls::to_host(device, b) == std::vector<int>{1, 2, 3});
    auto empty = device.template allocate<int>(0);
    CHECK(empty.size() == 0);
    CHECK(ls::to_host(device, empty).empty());
    b = std::move(empty);
    CHECK(b.size() == 0);
    typename Device::template buffer<int> none;
    CHECK(none.size() == 0);
}

TEST_CASE("memory that a user's number asks for and the device lacks is refused with both") {
    ls::cpu device;
    CHECK(ls::allocate<float>(device, 3, "config.count").size() == 3);
    CHECK_THROWS_WITH_AS(
        ls::allocate<float>(device, std::size_t(1) << 62, "config.count"),
        "lockstep: config.count is too large: 4611686018427387904 times 4 bytes are more than the device has to give",
        std::runtime_error);
    archetype::discrete_device other;  // so many bytes can be counted: its system refuses them
    CHECK_THROWS_WITH_AS(
        ls::allocate<float>(other, std::size_t(1) << 60, "config.count"),
        "lockstep: config.count is too large: 1152921504606846976 times 4 bytes are more than the device has to give",
        std::runtime_error);
}

TEST_CASE("a copy must lie inside the buffer") {
    ls::check_copy("device", 0, 4, 4);
    ls::check_copy("device", 4, 0, 4);
    CHECK_THROWS_WITH_AS(ls::check_copy("device", 2, 3, 4), "device: copy of elements [2, 5) of a buffer of 4",
                         std::invalid_argument);
    CHECK_THROWS_AS(ls::check_copy("device", 5, 0, 4), std::invalid_argument);
}
