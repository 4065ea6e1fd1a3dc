// SPDX-License-Identifier: MIT
// error(g++): use of deleted function
// error(clang++): call to deleted function 'host_view'
// note: write to_host(device, buffer), which makes a copy
#include <lockstep/device/host_view.hpp>

#include "../archetype/device.hpp"

void look(archetype::discrete_device& device) {
    auto buffer = device.allocate<float>(6);
    lockstep::host_view(buffer, 2, 3);
}
