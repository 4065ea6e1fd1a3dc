// SPDX-License-Identifier: MIT
// Whether a test of OpenCL can run. Where there is no device it is shown as skipped, and fails under LOCKSTEP_REQUIRE_OPENCL=1.
#pragma once

#include <cstdlib>

#include <doctest/doctest.h>

#include <lockstep/device/opencl.hpp>
#include <tests/support/skip.hpp>

/// What a sanitizer need not tell of: a driver keeps its compiler until the program ends.
extern "C" char const* __lsan_default_suppressions() { return "leak:libpocl\nleak:libLLVM\nleak:libclang\n"; }

namespace support {

/// The first call keeps a device: with the last context PoCL drops its compiler, and would make it anew, in half a second, for
/// each device of a test. It is never destroyed, since at the end of a program the driver may be gone before it.
inline bool has_opencl_device() {
    bool const has = !lockstep::detail::opencl_devices("lockstep::opencl").empty();
    if (has) {
        static auto const& kept = *new lockstep::opencl;
        static_cast<void>(kept);
    }
    char const* const required = std::getenv("LOCKSTEP_REQUIRE_OPENCL");
    if (!has && required != nullptr && *required != '\0') {
        FAIL("no OpenCL device, which LOCKSTEP_REQUIRE_OPENCL requires");
    } else if (!has) {
        skip("no OpenCL device; Debian has the processor as one in pocl-opencl-icd");
    }
    return has;
}

}  // namespace support
