// SPDX-License-Identifier: MIT
// What tests ask of the Metal of tests/support/fake_metal.cpp, a library that they load while they run.
#pragma once

#include <cstddef>

namespace lockstep_test {

/// What this Metal can do; a test may change it before it makes a device.
struct fake_metal_system {
    long family = 1009;                          ///< the newest that its devices support
    bool has_math_mode = true;                   ///< as since macOS 15
    std::size_t threadgroup_memory = 32 * 1024;  ///< bytes
    std::size_t largest_buffer = std::size_t(1) << 28;
    bool has_devices = true;
    bool adds_in_order = true;    ///< products of matrices begin with the sum so far, and take their steps in order
    char const* endless = nullptr;        ///< the name of a kernel that does not end while this is so
    double seconds_a_launch = 0;          ///< that a command buffer says it took
    long failure = 0;                     ///< the code of the error with which command buffers end
    std::size_t most_dispatches = 0;      ///< of a command buffer that has run
    std::size_t living = 0;               ///< references to objects that the program holds now
    std::size_t launches = 0, votes = 0;  ///< dispatches so far, and calls of simd_any by a lane
};

}  // namespace lockstep_test

extern "C" lockstep_test::fake_metal_system* fake_metal_state();
