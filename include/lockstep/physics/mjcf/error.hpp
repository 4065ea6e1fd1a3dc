// SPDX-License-Identifier: MIT
// The error of a wrong MJCF text: one sentence with the line, the element and the attribute. At run time it is thrown. At compile
// time the compiler prints it as the arguments of a call of mjcf_error. A function of mjcf/ "fails" by calling mjcf_error.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include <lockstep/physics/mjcf/vocabulary.hpp>

namespace lockstep::physics::mjcf {

/// The first ten characters of a name, each as a string literal: every compiler can print those in its message.
using spelling = std::array<char const*, 10>;

constexpr spelling spelled(std::string_view name) {
    constexpr char alphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    constexpr char const* letters[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q",
                                       "r", "s", "t", "u", "v", "w", "x", "y", "z", "A", "B", "C", "D", "E", "F", "G", "H",
                                       "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y",
                                       "Z", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "_", "-", "."};
    spelling result = {"", "", "", "", "", "", "", "", "", ""};
    for (std::size_t i = 0; i < name.size() && i < result.size(); ++i) {
        result[i] = "?";
        for (std::size_t k = 0; k + 1 < sizeof alphabet; ++k) {
            if (alphabet[k] == name[i]) {
                result[i] = letters[k];
            }
        }
    }
    return result;
}

inline constexpr char mjcf_error_in_line[1] = {};

/// A name in the MJCF text. At compile time it is a literal, and empty if the vocabulary does not have it (as_literal).
struct quoted : std::string_view {
    constexpr quoted(std::string_view name) : std::string_view(std::is_constant_evaluated() ? as_literal(name) : name) {}
    constexpr quoted(char const* name) : quoted(std::string_view(name)) {}
};

/// A name or a value in the MJCF text. At compile time only its first ten characters are kept.
struct quoted_detail {
    std::string_view whole;
    spelling letters;
    constexpr quoted_detail(std::string_view detail)
        : whole(std::is_constant_evaluated() ? "" : detail),
          letters(std::is_constant_evaluated() ? spelled(detail) : spelling()) {}
    constexpr quoted_detail(char const* detail) : quoted_detail(std::string_view(detail)) {}
};

/// Returns a piece of the MJCF text as an error quotes it: the whole piece, or only its beginning if it is long.
inline std::string shown(std::string_view piece) {
    constexpr std::size_t most = 60;
    if (piece.size() <= most) {
        return std::string(piece);
    }
    std::size_t end = most - 3;
    while (end > 0 && (static_cast<unsigned char>(piece[end]) & 0xC0) == 0x80) {  // not inside a character of UTF-8
        --end;
    }
    return std::string(piece.substr(0, end)) + "...";
}

/// Returns the sentence of an error: "MJCF, line 3: <joint range>: why: detail".
inline std::string sentence(std::size_t line, std::string_view element, std::string_view attribute, char const* why,
                            std::string_view detail) {
    std::string text = "MJCF, line " + std::to_string(line) + ": ";
    if (!element.empty()) {
        text += "<" + shown(element) + (attribute.empty() ? "" : " ") + shown(attribute) + ">: ";
    }
    return text + why + (detail.empty() ? "" : ": " + shown(detail));
}

/// Throws std::runtime_error with the sentence of the error. `line` counts from 1. `detail` is a name or a value in the MJCF
/// text, and its beginning is quoted. A call is never a constant expression, so at compile time the compiler shows it: clang this
/// call with its values, g++ the subscript and the calls that led here.
[[noreturn]] constexpr void mjcf_error(std::size_t line, quoted element, quoted attribute, char const* why,
                                       quoted_detail detail = "") {
    if (std::is_constant_evaluated()) {
        line += static_cast<std::size_t>(mjcf_error_in_line[line]);
    } else if (line != 0) {  // always true; a function that only throws could not be constexpr
        throw std::runtime_error(sentence(line, element, attribute, why, detail.whole));
    }
    __builtin_unreachable();
}

}  // namespace lockstep::physics::mjcf
