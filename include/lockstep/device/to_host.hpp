// SPDX-License-Identifier: MIT
// A buffer's numbers as a copy on the host, whatever the device: the copy that a program writes down.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <lockstep/device/device.hpp>

namespace lockstep {

/// The whole buffer, after all work that was queued before. Always a copy; host_view is free where memory is shared.
template <device Device, class Buffer>
auto to_host(Device& device, Buffer const& buffer) {
    using value = std::remove_cvref_t<decltype(*buffer.data())>;
    std::vector<value> values(buffer.size());
    device.copy(buffer, std::span<value>(values));
    return values;
}

}  // namespace lockstep
