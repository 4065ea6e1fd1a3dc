// SPDX-License-Identifier: MIT
// A number as a text spells it.
#pragma once

#include <cerrno>
#include <charconv>
#include <clocale>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace lockstep {

namespace detail {
/// Does what parse_number does, by strtod. libc++ has no std::from_chars for floating-point numbers before its version 20.
template <std::floating_point T>
bool parse_by_strtod(std::string_view text, T& value) {
    // strtod also takes spaces, a plus, hexadecimal digits, and the decimal point of the locale in place of a point.
    if (text.starts_with('+') || text.find_first_not_of("0123456789+-.eEaAfFiInNtTyY") != text.npos) {
        return false;
    }
    std::string number(text);
    if (auto const point = number.find('.'); point != number.npos) {
        number.replace(point, 1, std::localeconv()->decimal_point);
    }
    char* end = nullptr;
    errno = 0;
    T const read = std::same_as<T, float> ? std::strtof(number.c_str(), &end) : static_cast<T>(std::strtod(number.c_str(), &end));
    bool const is_out_of_range = errno == ERANGE && (read == 0 || std::isinf(read));
    if (number.empty() || *end != '\0' || is_out_of_range) {
        return false;
    }
    value = read;
    return true;
}
}  // namespace detail

/// Reads `value` from the whole of `text`. Returns false if `text` is not a number that T can hold. Infinities and NaN are
/// numbers here.
template <class T>
bool parse_number(std::string_view text, T& value) {
    if constexpr (requires { std::from_chars(text.data(), text.data(), value); }) {
        auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc{} && end == text.data() + text.size();
    } else {
        return detail::parse_by_strtod(text, value);
    }
}

}  // namespace lockstep
