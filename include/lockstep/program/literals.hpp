// SPDX-License-Identifier: MIT
// The literals in the text of a printed program. Compilers address literals of vectors by offsets of four bytes, and store some
// of them as whole vectors. The most frequent literals of a long program are in a table. All of them are so near to one pointer
// that an offset takes one byte. The reason is that of the frame (program/frame.hpp).
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/program/count.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep {

/// Returns the shortest literal that reads back as the float nearest to `value`. For infinities and NaN, returns the call of a
/// built-in function of the compiler.
inline std::string float_literal(double value) {
    auto const x = static_cast<float>(value);
    if (!std::isfinite(x)) {
        return std::isnan(x) ? "__builtin_nanf(\"\")" : x > 0 ? "__builtin_inff()" : "-__builtin_inff()";
    }
    char digits[48];
    auto const end = std::to_chars(digits, digits + sizeof digits, x).ptr;
    std::string text(digits, end);
    return text + (text.find_first_of(".e") == std::string::npos ? ".0f" : "f");
}

/// The literals that a program reads from a table. Zero is not in the table, because a register becomes zero without a read.
class literal_table {
public:
    /// How many floats an offset of one byte reaches from a pointer to their middle.
    static constexpr int reach = 256;

    /// Makes a table of the most frequent literals of the program, at most `reach`. If the program has fewer than `least`
    /// operations, the table is empty.
    literal_table(program const& p, std::size_t least) {
        if (count_operations(p).total() < least) {
            return;
        }
        std::map<std::string, int> uses;
        for (node const& n : p.nodes) {
            for (int const operand : {n.a, n.b, n.c}) {
                if (operand >= 0 && p[operand].op == operation::constant) {
                    ++uses[float_literal(p[operand].value)];
                }
            }
        }
        uses.erase("0.0f");
        std::vector<std::pair<std::string, int>> ordered(uses.begin(), uses.end());
        std::stable_sort(ordered.begin(), ordered.end(), [](auto const& a, auto const& b) { return a.second > b.second; });
        for (std::size_t k = 0; k < std::min<std::size_t>(ordered.size(), reach); ++k) {
            places_[ordered[k].first] = static_cast<int>(k);
            literals_.push_back(ordered[k].first);
        }
    }

    /// Returns the literals, the most frequent literal first.
    std::vector<std::string> const& literals() const { return literals_; }
    /// Returns the literals, separated by commas.
    std::string text() const {
        std::string result;
        for (std::string const& literal : literals_) {
            result += (result.empty() ? "" : ", ") + literal;
        }
        return result;
    }
    /// Returns the place of the literal in the table, or -1 if it is not there.
    int place(std::string const& literal) const {
        auto const known = places_.find(literal);
        return known == places_.end() ? -1 : known->second;
    }

private:
    std::vector<std::string> literals_;
    std::map<std::string, int> places_;
};

}  // namespace lockstep
