// SPDX-License-Identifier: MIT
// What the printers of source text have in common: they add the functions that a text calls, and print numbers in lines.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>

namespace lockstep {

/// A function of the printed text. In any printed text "@NAME" stands for the function NAME. In the text of a function "TANH"
/// stands for the expression of printed_tanh.
struct printed_function {
    std::string_view name, text;
};

/// Returns the library's tanh as an expression in C and JavaScript. It uses x, which must be clamped to tanh_rational::limit, and
/// z, the square of x. `ending` follows each number ("f" in C).
LOCKSTEP_COLD inline std::string printed_tanh(char const* ending) {
    auto const polynomial = [ending](std::span<double const> coefficients) {
        std::string text;
        for (std::size_t k = coefficients.size(); k-- > 0;) {
            text = text.empty() ? "" : text + " * z + ";
            text = (k > 0 ? "(" : "") + text + formatted("%#.10g", coefficients[k]) + ending + (k > 0 ? ")" : "");
        }
        return text;
    };
    return "x * (" + polynomial(tanh_rational::numerator) + ") / (" + polynomial(tanh_rational::denominator) + ')';
}

/// Returns the functions that a body needs, and then the body. A body needs the functions that it mentions, and the functions
/// that these mention. A function may mention only functions that come before it in `functions`. Each "@" is replaced by
/// `prefix`. `ending` follows each number of printed_tanh ("f" in C).
LOCKSTEP_COLD inline std::string with_functions(std::span<printed_function const> functions, std::string body,
                                                std::string_view prefix, char const* ending) {
    auto const mentions = [](std::string_view text, std::string_view name) {
        for (std::size_t at = text.find('@'); at != text.npos; at = text.find('@', at + 1)) {
            std::string_view const word =
                text.substr(at + 1, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at + 1) - at - 1);
            if (word == name) {
                return true;
            }
        }
        return false;
    };
    constexpr std::string_view tanh = "TANH";
    for (std::size_t i = functions.size(); i-- > 0;) {
        if (mentions(body, functions[i].name)) {
            std::string text(functions[i].text);
            if (std::size_t const at = text.find(tanh); at != text.npos) {
                text.replace(at, tanh.size(), printed_tanh(ending));
            }
            body.insert(0, text);
        }
    }
    for (std::size_t at = body.find('@'); at != body.npos; at = body.find('@', at)) {
        body.replace(at, 1, prefix);
    }
    return body;
}

/// Returns the numbers as text, from which C and JavaScript read the same floats. `ending` follows each number ("f" in C). Lines
/// have about 100 characters at most.
LOCKSTEP_COLD inline std::string listed_numbers(std::span<float const> values, char const* ending) {
    std::string text, line;
    for (float const value : values) {
        std::string number = formatted("%.9g", static_cast<double>(value));
        if (number.find_first_of(".e") == number.npos) {
            number += ".0";
        }
        number += ending;
        if (line.size() + number.size() + 2 > 100) {
            text += line + ",\n";
            line.clear();
        }
        line += (line.empty() ? "    " : ", ") + number;
    }
    return text + line + "\n";
}

}  // namespace lockstep
