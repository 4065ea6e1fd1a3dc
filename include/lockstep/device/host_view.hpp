// SPDX-License-Identifier: MIT
// A buffer as an xtensor array without a copy, if host and device share memory. If they do not, host_view does not compile, so
// that no copy is made silently: write to_host(device, buffer) there.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>

#include <lockstep/core/holds.hpp>
#include <lockstep/core/xtensor.hpp>
#include <lockstep/device/device.hpp>

namespace lockstep {

/// B models host_visible if and only if the host can read the buffer's memory without a copy. cpu::buffer<float> is an example.
template <class B>
concept host_visible = B::memory == memory_kind::host || B::memory == memory_kind::unified;

/// Returns the buffer's memory as a row-major array of the given shape, or without a shape as an array with one dimension. A
/// write to the array is a write to the buffer. The array is valid as long as the buffer lives. On unified memory, read it after
/// device.synchronize(). Throws std::invalid_argument if the shape and the buffer have different numbers of elements.
///
///     auto observations = ls::host_view(buffer, packs, numbers, width);
///     observations(0, 2, 5) = 1.0f;
template <class Buffer, std::convertible_to<std::size_t>... Extents>
    requires(holds(host_visible<Buffer>))
auto host_view(Buffer& buffer, Extents... extents) {
    if constexpr (sizeof...(Extents) == 0) {
        return host_view(buffer, buffer.size());
    } else {
        std::array<std::size_t, sizeof...(Extents)> const shape = {static_cast<std::size_t>(extents)...};
        std::size_t size = 1;
        std::string text;
        for (std::size_t const extent : shape) {
            size *= extent;
            text += (text.empty() ? "" : " x ") + std::to_string(extent);
        }
        if (size != buffer.size()) {
            throw std::invalid_argument("lockstep::host_view: the shape " + text + " does not fit a buffer of " +
                                        std::to_string(buffer.size()));
        }
        return xt::adapt(buffer.data(), size, xt::no_ownership(), shape);
    }
}
template <class Buffer, class... Extents>
    requires(!host_visible<Buffer>)
void host_view(Buffer&, Extents...) = delete;  // write to_host(device, buffer), which makes a copy

}  // namespace lockstep
