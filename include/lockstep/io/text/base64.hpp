// SPDX-License-Identifier: MIT
// Bytes as letters that any text may contain (RFC 4648, section 4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Returns four letters for each three bytes. "=" fills up the last four letters.
LOCKSTEP_COLD inline std::string base64(std::span<std::byte const> bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        auto const byte = [&](std::size_t k) {
            return i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : std::uint32_t(0);
        };
        std::uint32_t const three = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (std::size_t k = 0; k < 4; ++k) {
            text += i + k > bytes.size() ? '=' : letters[three >> (18 - 6 * k) & 63];
        }
    }
    return text;
}

}  // namespace lockstep
