// SPDX-License-Identifier: MIT
// The error of a wrong MJCF text: one sentence with the line, the element and the attribute. A function of mjcf/ "fails" by
// noting the mistake and returning. Only the first mistake counts, and what is read after it does not. In the end read_mjcf
// reports the mistake: at run time it throws, and at compile time it calls mjcf_error. Compilers list all calls that lead to an
// error, and these are only two.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

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

/// The first mistake in a text.
struct mistake {
    std::size_t line = 0;  // counts from 1; 0 as long as there is no mistake
    std::string_view element = {}, attribute = {};
    char const* why = "";
    std::string_view detail = {};  // a name or a value in the text

    constexpr bool found() const { return line != 0; }
};

/// Notes a mistake, unless there was one before.
constexpr void fail(mistake& first, std::size_t line, std::string_view element, std::string_view attribute, char const* why,
                    std::string_view detail = "") {
    if (!first.found()) {
        first = {line, element, attribute, why, detail};
    }
}

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

/// Returns the sentence of a mistake: "MJCF, line 3: <joint range>: why: detail". Of names and values the beginning is quoted.
inline std::string sentence(mistake const& m) {
    std::string text = "MJCF, line " + std::to_string(m.line) + ": ";
    if (!m.element.empty()) {
        text += "<" + shown(m.element) + (m.attribute.empty() ? "" : " ") + shown(m.attribute) + ">: ";
    }
    return text + m.why + (m.detail.empty() ? "" : ": " + shown(m.detail));
}

/// A mistake in literals, which every compiler can print. A name that the vocabulary does not have is empty (as_literal). If the
/// attribute is such a name, it is the detail.
struct printable {
    std::size_t line;
    char const *element, *attribute, *why;
    spelling detail;
};

constexpr printable in_literals(mistake const& m) {
    std::string_view const attribute = as_literal(m.attribute);
    return {m.line, as_literal(m.element).data(), attribute.data(), m.why,
            spelled(attribute == m.attribute ? m.detail : m.attribute)};
}

inline constexpr char line_of_the_text[10'000] = {};

/// A call is never a constant expression, so at compile time it is an error with the mistake in it: clang prints the call, g++
/// the comparisons, whose addresses have no order.
constexpr void mjcf_error(printable m) {
    if (((&line_of_the_text[m.line] < m.element) | (m.attribute < m.why)) != 0) {
    }
}

}  // namespace lockstep::physics::mjcf
