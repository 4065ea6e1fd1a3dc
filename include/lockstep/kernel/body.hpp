// SPDX-License-Identifier: MIT
// The statements of a kernel's text, in the order in which C++ runs the kernel once.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Statements in blocks, and the variables that they declare and read. A statement names a variable by its token.
class kernel_body {
public:
    // Blocks: a loop, or what a condition guards.

    void line(std::string text) { statements_.push_back({depth(), std::move(text), {}, -1, false, false}); }
    void open(std::string text) {
        line(std::move(text));
        blocks_.push_back(++last_block_);
    }
    void close() {
        blocks_.pop_back();
        line("}");
    }
    std::size_t innermost_block() const { return blocks_.back(); }
    bool is_open(std::size_t block) const {
        for (std::size_t const open : blocks_) {
            if (open == block) {
                return true;
            }
        }
        return false;
    }

    // Variables.

    static std::string token(int variable) { return mark + std::to_string(variable) + mark; }
    static int number_of(std::string const& name) { return std::stoi(name.substr(1)); }
    int new_variable() {
        is_assigned_.push_back(false);
        return static_cast<int>(is_assigned_.size()) - 1;
    }
    /// What is pure is not written if nobody reads it; a literal stands where it is read.
    LOCKSTEP_COLD int declare(std::string const& type, std::string const& value, bool is_pure, bool is_literal) {
        int const variable = new_variable();
        statements_.push_back({depth(), type + " " + token(variable) + " = " + value + ";", value, variable, is_pure, is_literal});
        return variable;
    }
    /// The variable is no literal any more.
    void assign(int variable) { is_assigned_[static_cast<std::size_t>(variable)] = true; }

    /// The statements: literals where they are read, and without what nobody reads.
    LOCKSTEP_COLD std::string text() const {
        std::vector<int> uses(is_assigned_.size());
        std::vector<std::string const*> literal(is_assigned_.size(), nullptr);
        std::vector<bool> is_dropped(statements_.size());
        auto const count = [&](statement const& s, int by) {
            for_each_variable(s.text, [&](std::size_t variable, std::size_t, std::size_t) { uses[variable] += by; });
        };
        for (std::size_t k = 0; k < statements_.size(); ++k) {
            statement const& s = statements_[k];
            if (s.is_literal && !is_assigned_[static_cast<std::size_t>(s.defines)]) {
                literal[static_cast<std::size_t>(s.defines)] = &s.value;
                is_dropped[k] = true;
            } else {
                count(s, 1);
            }
        }
        for (std::size_t k = statements_.size(); k-- > 0;) {
            statement const& s = statements_[k];
            if (!is_dropped[k] && s.is_pure && uses[static_cast<std::size_t>(s.defines)] == 1) {
                count(s, -1);
                is_dropped[k] = true;
            }
        }
        std::string result;
        for (std::size_t k = 0; k < statements_.size(); ++k) {
            if (!is_dropped[k]) {
                result.append(4 * statements_[k].depth, ' ').append(named(statements_[k].text, literal)).append("\n");
            }
        }
        return result;
    }

private:
    struct statement {
        std::size_t depth;
        std::string text, value;
        int defines;
        bool is_pure, is_literal;
    };
    static constexpr char mark = '$';  // around the number of a variable; no C text has it

    std::size_t depth() const { return blocks_.size(); }

    /// f(variable, begin, end) for each variable that a text names.
    template <class F>
    static void for_each_variable(std::string const& text, F f) {
        for (std::size_t begin = text.find(mark); begin != std::string::npos; begin = text.find(mark, begin)) {
            std::size_t const end = text.find(mark, begin + 1) + 1;
            f(static_cast<std::size_t>(number_of(text.substr(begin, end - begin))), begin, end);
            begin = end;
        }
    }

    /// A statement with the names of variables, or their literals, in the place of tokens.
    static std::string named(std::string const& text, std::vector<std::string const*> const& literal) {
        std::string result;
        std::size_t from = 0;
        for_each_variable(text, [&](std::size_t variable, std::size_t begin, std::size_t end) {
            result.append(text, from, begin - from);
            result += literal[variable] != nullptr ? *literal[variable] : "v" + std::to_string(variable);
            from = end;
        });
        return result.append(text, from);
    }

    std::vector<statement> statements_;
    std::vector<bool> is_assigned_;          // by variable: after its declaration
    std::vector<std::size_t> blocks_ = {0};  // that are open
    std::size_t last_block_ = 0;
};

}  // namespace lockstep
