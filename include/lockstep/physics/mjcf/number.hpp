// SPDX-License-Identifier: MIT
// Decimal numbers at compile time (std::from_chars is not constexpr before C++23, and never for floating point).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace lockstep::physics::mjcf {

__extension__ typedef unsigned __int128 wide;

constexpr int width_of(wide x) {
    auto const high = static_cast<std::uint64_t>(x >> 64);
    return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                     : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(x)));
}

constexpr double power_of_two(int n) { return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + n) << 52); }

/// Returns x, or a number that is a little more than x if `inexact`, rounded to the nearest double.
constexpr double rounded(wide x, bool inexact) {
    int const excess = width_of(x) - 53;
    if (excess <= 0) {
        return static_cast<double>(static_cast<std::uint64_t>(x));
    }
    auto kept = static_cast<std::uint64_t>(x >> excess);
    wide const rest = x - (wide(kept) << excess), half = wide(1) << (excess - 1);
    if (rest > half || (rest == half && (inexact || kept % 2 == 1))) {
        ++kept;
    }
    return static_cast<double>(kept) * power_of_two(excess);
}

/// Returns digits * 10^exponent. The exponent must be at most 15. From -21 on the result is the nearest double. Below -21 its
/// relative error is less than 1e-14.
constexpr double scaled_by_ten(std::uint64_t digits, int exponent) {
    wide power = 1;
    for (int i = 0; i < (exponent < 0 ? -exponent : exponent) && i < 21; ++i) {
        power *= 10;
    }
    double result = 0;
    if (exponent >= 0) {
        result = rounded(digits * power, false);
    } else if (digits != 0) {
        int const shift = 127 - width_of(digits);
        wide const numerator = wide(digits) << shift, quotient = numerator / power;
        result = rounded(quotient, quotient * power != numerator) * power_of_two(-shift);
    }
    for (int i = -21; i > exponent; --i) {
        result /= 10;
    }
    return result;
}

/// The largest number that is read.
inline constexpr double max_number = 1e15;

/// Returns the number that the whole of `text` states: an optional sign, decimal digits with at most one point, and an optional
/// exponent. Returns std::nullopt if the text is not a number, and infinity with the number's sign if the number is beyond
/// max_number. Of more than 19 digits only the first 19 count. If the last of these is worth less than 1e-200, returns 0.
constexpr std::optional<double> parse_number(std::string_view text) {
    std::size_t at = 0;
    auto const sign = [&] {
        bool const signed_ = at < text.size() && (text[at] == '-' || text[at] == '+');
        return signed_ && text[at++] == '-';
    };
    auto const is_digit = [&] { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    bool const negative = sign();
    std::uint64_t digits = 0;
    int exponent = 0;
    bool any = false, after_point = false;
    for (; is_digit() || (at < text.size() && text[at] == '.' && !after_point); ++at) {
        if (text[at] == '.') {
            after_point = true;
            continue;
        }
        any = true;
        bool const counts = digits < 1'000'000'000'000'000'000;
        digits = counts ? 10 * digits + static_cast<std::uint64_t>(text[at] - '0') : digits;
        exponent += (counts ? 0 : 1) - (after_point ? 1 : 0);
    }
    if (any && at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        bool const down = sign();
        int given = 0;
        any = is_digit();
        for (; is_digit(); ++at) {
            given = given < 10000 ? 10 * given + (text[at] - '0') : given;
        }
        exponent += down ? -given : given;
    }
    if (!any || at != text.size()) {
        return std::nullopt;
    }
    double magnitude = 0;
    if (digits != 0 && exponent >= -200) {
        magnitude = exponent > 15 ? 2 * max_number : scaled_by_ten(digits, exponent);
    }
    if (magnitude > max_number) {
        magnitude = std::numeric_limits<double>::infinity();
    }
    return negative ? -magnitude : magnitude;
}

/// Returns why `text` is not a number between -max_number and max_number. Call it only if that is so.
constexpr char const* refusal_of_number(std::string_view text) {
    std::size_t const signs = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    std::string_view const digits = text.substr(signs);
    bool const hexadecimal = digits.size() > 1 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char const* const none = hexadecimal ? "a hexadecimal number is not supported" : "this is not a number";
    return parse_number(text) ? "the number is beyond 1e15" : none;
}

}  // namespace lockstep::physics::mjcf
