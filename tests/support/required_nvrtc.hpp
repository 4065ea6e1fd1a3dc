// SPDX-License-Identifier: MIT
// NVIDIA's own compiler for a test. Where it is missing the test is skipped, or fails if LOCKSTEP_REQUIRE_CUDA is 1.
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
    if (required != nullptr && std::string_view(required) == "1") {
        return true;
    }
    std::printf("skipped: %s is missing\n", missing);
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

/// What ptxas says of a kernel with --ptxas-options=-v.
struct ptxas_report {
    int registers = -1, stack = -1, spill_stores = -1, spill_loads = -1;  ///< bytes but for registers; -1: not said

    explicit ptxas_report(std::string_view log) {
        read(log, "Used ", "Used %d registers", &registers);
        auto const at = log.find(" bytes stack frame");
        if (at != log.npos) {
            auto const line = log.rfind('\n', at) + 1;
            auto const number = log.find_first_of("0123456789", line);
            std::sscanf(log.data() + number, "%d bytes stack frame, %d bytes spill stores, %d bytes spill loads", &stack, &spill_stores,
                        &spill_loads);
        }
    }

private:
    static void read(std::string_view log, char const* begin, char const* format, int* value) {
        if (auto const at = log.find(begin); at != log.npos) {
            std::sscanf(log.data() + at, format, value);
        }
    }
};

}  // namespace support
