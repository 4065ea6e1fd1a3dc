// SPDX-License-Identifier: MIT
// NVIDIA's own compiler for a test. Where it is missing the test is skipped, and fails under LOCKSTEP_REQUIRE_CUDA=1.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <doctest/doctest.h>

#include <lockstep/device/nvrtc.hpp>

namespace support {

/// True if what CUDA needs must be there. Else says that the test is skipped, which CTest sees.
inline bool must_have_cuda(char const* missing) {
    char const* const required = std::getenv("LOCKSTEP_REQUIRE_CUDA");
    if (required != nullptr && *required != '\0') {
        return true;
    }
    std::printf("skipped: no CUDA: %s is missing\n", missing);
    return false;
}

inline std::optional<lockstep::nvrtc> required_nvrtc() {
    auto const library = lockstep::first_library(lockstep::nvrtc_paths());
    if (library) {
        return lockstep::nvrtc(library);
    }
    if (must_have_cuda("NVRTC")) {
        FAIL("NVRTC is missing");
    }
    return std::nullopt;
}

}  // namespace support
