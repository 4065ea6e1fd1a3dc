// SPDX-License-Identifier: MIT
// Copies the numbers of a buffer to the host, from any device. A program makes each copy by an explicit call, so the copy is
// visible in its source.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <lockstep/device/device.hpp>

namespace lockstep {

/// Returns a copy of the whole buffer, made after all work that was queued before. If host and device share memory, host_view
/// needs no copy.
template <device Device, class Buffer>
auto to_host(Device& device, Buffer const& buffer) {
    using value = std::remove_cvref_t<decltype(*buffer.data())>;
    std::vector<value> values(buffer.size());
    device.copy(buffer, std::span<value>(values));
    return values;
}

}  // namespace lockstep
