// SPDX-License-Identifier: MIT
// Numbers compared bit by bit, but that NaN is NaN.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace support {

/// In how many places two arrays differ; all of them if they are of different lengths.
inline std::size_t different_bits(std::span<float const> a, std::span<float const> b) {
    if (a.size() != b.size()) {
        return a.size() + b.size();
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        bool const both_nan = std::isnan(a[i]) && std::isnan(b[i]);
        count += !both_nan && std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i]);
    }
    return count;
}

}  // namespace support
