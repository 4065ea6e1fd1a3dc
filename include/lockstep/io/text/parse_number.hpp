// SPDX-License-Identifier: MIT
// A number as a text spells it.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace lockstep {

/// Reads `value` from the whole of `text`. Returns false if `text` is not a number that T can hold. Infinities and NaN are
/// numbers here.
template <class T>
bool parse_number(std::string_view text, T& value) {
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace lockstep
