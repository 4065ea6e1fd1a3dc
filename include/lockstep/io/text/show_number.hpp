// SPDX-License-Identifier: MIT
// Numbers as text.
#pragma once

#include <charconv>
#include <string>

namespace lockstep {

/// Returns the shortest text that spells a number in full: parse_number reads the same bits from it.
template <class Number>
std::string show_number(Number number) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof(text), number).ptr};
}

}  // namespace lockstep
