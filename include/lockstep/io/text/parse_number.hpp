// SPDX-License-Identifier: MIT
// A number as a text spells it.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace lockstep {

/// Whether the text, all of it, spells a number that T holds, infinities and NaN among them; it is then the value.
template <class T>
bool parse_number(std::string_view text, T& value) {
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace lockstep
