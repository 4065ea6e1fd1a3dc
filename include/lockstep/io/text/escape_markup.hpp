// SPDX-License-Identifier: MIT
// Text inside of HTML and SVG.
#pragma once

#include <string>
#include <string_view>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Returns `text`. Characters that would begin or end a tag, an entity or a quoted value are escaped.
LOCKSTEP_COLD inline std::string escape_markup(std::string_view text) {
    std::string escaped;
    for (char const c : text) {
        switch (c) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        case '"': escaped += "&quot;"; break;
        default: escaped += c;
        }
    }
    return escaped;
}

}  // namespace lockstep
