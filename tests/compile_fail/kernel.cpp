// SPDX-License-Identifier: MIT
// error: lockstep::device: a kernel must be trivially copyable: capture addresses and numbers, not containers
// error: lockstep::device: a kernel needs a member  operator()(std::size_t index) const
#include <vector>

#include <lockstep/device/cpu.hpp>

void launch(lockstep::cpu& device) {
    std::vector<float> numbers(10);
    device.for_each(10, [numbers](std::size_t) {});
    device.for_each(10, [](float*) {});
}
