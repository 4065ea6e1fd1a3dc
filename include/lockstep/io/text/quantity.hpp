// SPDX-License-Identifier: MIT
// Numbers as people read them: 1.23 M steps, 4 min 20 s.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Returns three significant digits and the letter of a power of a thousand: "999", "1.02 k", "4.2 M". Returns "-" if `value` is
/// not finite.
LOCKSTEP_COLD inline std::string quantity(double value) {
    if (!std::isfinite(value)) {
        return "-";
    }
    constexpr std::array<char const*, 5> suffixes = {"", " k", " M", " G", " T"};
    std::size_t suffix = 0;
    while (std::abs(value) >= 999.5 && suffix + 1 < suffixes.size()) {
        value /= 1000;
        ++suffix;
    }
    return formatted("%.3g%s", value, suffixes[suffix]);
}

/// Returns what the function above returns, followed by a unit: "999 J", "1.02 kJ".
LOCKSTEP_COLD inline std::string quantity(double value, char const* unit) {
    std::string const number = quantity(value);
    bool const has_letter = number.find(' ') != number.npos;
    return number + (has_letter ? "" : " ") + unit;
}

/// Returns a time, rounded up to whole seconds, as "12 s", "4 min 20 s" or "2 h 5 min". Returns "-" if `seconds` is not finite or
/// above 1e15.
LOCKSTEP_COLD inline std::string duration(double seconds) {
    if (!(std::abs(seconds) <= 1e15)) {
        return "-";
    }
    auto const whole = static_cast<long long>(std::ceil(seconds));
    if (whole < 60) {
        return formatted("%lld s", whole);
    }
    if (whole < 3600) {
        return formatted("%lld min %lld s", whole / 60, whole % 60);
    }
    return formatted("%lld h %lld min", whole / 3600, whole / 60 % 60);
}

}  // namespace lockstep
