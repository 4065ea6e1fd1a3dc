// SPDX-License-Identifier: MIT
// Text as a string of JSON.
#pragma once

#include <string>
#include <string_view>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Returns `text` in quotation marks. Characters that JSON (RFC 8259) forbids in a string are escaped.
LOCKSTEP_COLD inline std::string quote_json(std::string_view text) {
    std::string quoted = "\"";
    for (char const c : text) {
        if (auto const code = static_cast<unsigned char>(c); code < 0x20) {
            quoted += formatted("\\u%04x", code);
        } else {
            quoted += (c == '"' || c == '\\') ? std::string{'\\', c} : std::string{c};
        }
    }
    return quoted + '"';
}

}  // namespace lockstep
