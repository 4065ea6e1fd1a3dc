// SPDX-License-Identifier: MIT
// Text with numbers, in a form that compiles fast.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <string>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Returns the text that printf would write. The function is never inlined. A chain of std::string's + would be inlined at every
/// call: with such chains the few messages, pictures and headers of io/ took g++ as long to compile as a learner.
[[gnu::format(printf, 1, 2)]] LOCKSTEP_COLD inline std::string formatted(char const* format, ...) {
    std::va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    std::string text(static_cast<std::size_t>(std::vsnprintf(nullptr, 0, format, values)), '\0');
    std::vsnprintf(text.data(), text.size() + 1, format, again);
    va_end(again);
    va_end(values);
    return text;
}

}  // namespace lockstep
