// SPDX-License-Identifier: MIT
// lines: 23
// error: no matching function for call to
// note: host_visible
#include <lockstep/device/host_view.hpp>

#include "../archetype/device.hpp"

void look(archetype::discrete_device& device) {
    auto buffer = device.allocate<float>(6);
    lockstep::host_view(buffer, 2, 3);
}
