// SPDX-License-Identifier: MIT
// The kernels of tests/kernel/kernels.hpp on a device of OpenCL, in both forms of their text, against the processor, bit by bit.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/device/to_host.hpp>
#include <tests/kernel/kernels.hpp>
#include <tests/support/opencl_device.hpp>

namespace ls = lockstep;

namespace {

constexpr std::size_t rows = 5, width = ls::opencl::width;
using host_world = ls::plain_world<ls::lanes<width>, float>;

std::vector<float> numbers(std::size_t n, std::uint32_t seed) {
    std::vector<float> result(n);
    for (std::size_t i = 0; i < n; ++i) {
        std::uint32_t const mixed = (static_cast<std::uint32_t>(i) * 2654435761u + seed) * 2246822519u;
        result[i] = static_cast<float>(mixed >> 8) * (8.0f / (1 << 24)) - 4;
    }
    return result;
}

struct results {
    std::vector<float> of_lanes, shared;
};

template <template <class> class Kernel, class World, class Device>
results run(Device& device) {
    using kernel_type = Kernel<World>;
    using R = typename World::number;
    auto const buffer = [&](std::vector<float> const& from) {
        auto to = device.template allocate<float>(from.size());
        device.copy(std::span<float const>(from), to);
        return to;
    };
    auto const from = buffer(numbers(rows * 8 * width, 1)), shared_from = buffer(numbers(rows * 8, 2));
    auto to = device.template allocate<float>(rows * 8 * width), shared_to = device.template allocate<float>(rows * 8);
    kernel_type kernel;
    kernel.from = reinterpret_cast<ls::vector<R, 8> const*>(from.data());
    kernel.to = reinterpret_cast<ls::vector<R, 8>*>(to.data());
    kernel.shared_from = reinterpret_cast<ls::vector<float, 8> const*>(shared_from.data());
    kernel.shared_to = reinterpret_cast<ls::vector<float, 8>*>(shared_to.data());
    kernel.seed = 0x123456789abcdef0u;
    kernel.n = 4;
    kernel.factor = 100;
    kernel.flags = 0xdeadbeefu;
    if constexpr (requires { kernel.own; }) {
        kernel.own = {.weight = 1.25, .is_turned = true};
        kernel.count = 3;
    }
    device.for_each(rows, kernel);
    return {ls::to_host(device, to), ls::to_host(device, shared_to)};
}

std::size_t differ(std::vector<float> const& a, std::vector<float> const& b) {
    std::size_t n = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        n += std::memcmp(&a[i], &b[i], sizeof(float)) != 0;
    }
    return n;
}

template <template <class> class Kernel>
void check(ls::opencl_lanes lanes) {
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = lanes});
    auto const expected = run<Kernel, host_world>(processor);
    auto const found = run<Kernel, ls::opencl::world>(device);
    CHECK(differ(expected.of_lanes, found.of_lanes) == 0);
    CHECK(differ(expected.shared, found.shared) == 0);
}

void check_all(ls::opencl_lanes lanes) {
    if (!support::has_opencl_device()) {
        return;
    }
    SUBCASE("arithmetic") { check<lockstep_test::arithmetic>(lanes); }
    SUBCASE("literals") { check<lockstep_test::literals>(lanes); }
    SUBCASE("mathematics") { check<lockstep_test::mathematics>(lanes); }
    SUBCASE("bits") { check<lockstep_test::bits>(lanes); }
    SUBCASE("uniform") { check<lockstep_test::uniform>(lanes); }
    SUBCASE("loops") { check<lockstep_test::loops>(lanes); }
    SUBCASE("lane_loops") { check<lockstep_test::lane_loops>(lanes); }
#if defined(__FMA__) || defined(__aarch64__)  // elsewhere the processor's products are rounded twice
    SUBCASE("products") { check<lockstep_test::products>(lanes); }
#endif
    SUBCASE("constants") { check<lockstep_test::constants>(lanes); }
}

}  // namespace

TEST_CASE("kernels whose lanes are a vector have the bits of the processor's") { check_all(ls::opencl_lanes::vectors); }
TEST_CASE("kernels whose lanes are work-items have the bits of the processor's") { check_all(ls::opencl_lanes::work_items); }
TEST_CASE("denormals are zeros, as on the processor") {
    if (support::has_opencl_device()) {
        check<lockstep_test::denormals>(ls::opencl_lanes::vectors);
        check<lockstep_test::denormals>(ls::opencl_lanes::work_items);
    }
}
