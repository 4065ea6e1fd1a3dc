// SPDX-License-Identifier: MIT
// Whether a test of CUDA itself can run. Where what it needs is missing the test is skipped, and fails under
// LOCKSTEP_REQUIRE_CUDA=1; where only NVRTC is, which needs no card, under LOCKSTEP_REQUIRE_NVRTC=1 too.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <lockstep/device/cuda/nvrtc.hpp>
#include <tests/support/skip.hpp>

namespace support {

inline bool is_set(char const* variable) {
    char const* const value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

/// True if what CUDA needs must be there. Else the test is skipped.
inline bool must_have_cuda(char const* why) {
    if (is_set("LOCKSTEP_REQUIRE_CUDA")) {
        return true;
    }
    skip(std::string("no CUDA: ") + why);
    return false;
}

inline std::optional<lockstep::nvrtc> required_nvrtc() {
    auto const library = lockstep::first_library(lockstep::nvrtc_paths());
    if (library) {
        return lockstep::nvrtc(library);
    }
    if (is_set("LOCKSTEP_REQUIRE_NVRTC") || must_have_cuda("NVRTC is missing")) {
        FAIL("NVRTC is missing");
    }
    return std::nullopt;
}

}  // namespace support
