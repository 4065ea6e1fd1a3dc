// SPDX-License-Identifier: MIT
// The kernels of tests/kernel/kernels.hpp on a device of OpenCL, in both forms of their text, against the processor, bit by bit.
#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <tests/kernel/kernels.hpp>
#include <tests/kernel/run.hpp>
#include <tests/support/opencl_device.hpp>

namespace ls = lockstep;

namespace {

template <template <class> class Kernel>
void check(ls::opencl_lanes lanes) {
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = lanes, .team = 3});
    auto const expected = lockstep_test::run<Kernel, lockstep_test::host_world>(processor);
    CHECK(lockstep_test::run<Kernel, ls::opencl::world>(device) == expected);
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
    SUBCASE("functions") { check<lockstep_test::functions>(lanes); }
#if defined(__FMA__) || defined(__aarch64__)  // elsewhere the processor's products are rounded twice
    SUBCASE("products") { check<lockstep_test::products>(lanes); }
    SUBCASE("team_products") { check<lockstep_test::team_products>(lanes); }
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
