// SPDX-License-Identifier: MIT
// A buffer of a device is moved, or copied by the device.
// error(g++): use of deleted function
// error(clang++): call to implicitly-deleted copy constructor of
#include <lockstep/device/cpu.hpp>

void copy(lockstep::cpu& device) {
    auto const a = device.allocate<float>(8);
    auto const b = a;
}
