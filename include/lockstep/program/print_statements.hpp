// SPDX-License-Identifier: MIT
// What the printers of programs share: the text of tables, regions and loops in C and C++.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lockstep/program/names.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep::detail {

/// The base of a printer. Printer must derive from this class, and have what differs between languages:
///
///     number_type, scatter          // the type of a number, and the function that writes to a table in each lane
///     name(place), value(place)     // the text of a variable, and of an operand
///     condition(place)              // the text of a condition of a branch
///     entry(node)                   // the text of a number of a table
///     next_type(place)              // the type of a copy of a loop's variable
///     declare(place, before)        // declares a phi or a variable of a loop, whose first value is the node `before`
///     overwrite(place, text, from)  // assigns `text`, the value of the node `from`, to the node at `place`
template <class Printer>
class statement_printer {
protected:
    explicit statement_printer(program const& p) : p_(p), names_(names(p)) {}

    void line(std::string const& statement) { text_.append(static_cast<std::size_t>(4 * depth_), ' ').append(statement) += '\n'; }
    static std::string integer(double value) { return std::to_string(static_cast<int>(value)); }

    /// Returns the text of the operands of a call, with their signs. For `bit` and `with_bit` the number of the bit follows.
    std::string operands(node const& n) const {
        std::string text = (has_sign(n, negated_product) ? "-" : "") + self().value(n.a);
        text += n.b < 0 ? "" : ", " + self().value(n.b);
        text += n.c < 0 ? "" : (has_sign(n, negated_addend) ? ", -" : ", ") + self().value(n.c);
        if (n.op == operation::bit || n.op == operation::with_bit) {
            text += ", " + integer(n.value);
        }
        return text;
    }

    /// Returns the text of a list of the numbers of a constant table. literal(number) must return the text of one number.
    template <class Literal>
    std::string numbers(node const& n, Literal literal) const {
        std::string text;
        for (double const x : p_.constants[static_cast<std::size_t>(n.value)]) {
            text += (text.empty() ? "" : ", ") + literal(x);
        }
        return text;
    }

    /// Prints node i and returns true if the node is a statement or a table that the program may change. Returns true also if the
    /// node is a literal, a phi or a variable, which is printed elsewhere. Returns false for all other nodes.
    bool print_statement(int i) {
        node const& n = p_[i];
        switch (n.op) {
        case operation::constant:
        case operation::truth:
        case operation::undefined:
        case operation::phi:
        case operation::variable: return true;

        case operation::table:
            line(std::string(Printer::number_type) + " " + self().name(i) + "[" + integer(n.value) + "];");
            return true;
        case operation::store: line(self().entry(n) + " = " + self().value(n.c) + ";"); return true;
        case operation::scatter:
            line(std::string(Printer::scatter) + "(" + self().name(n.a) + " + " + integer(n.value) + ", " + self().value(n.b) +
                 ", " + self().value(n.c) + ");");
            return true;

        case operation::region_begin: {
            auto const [first, last] = region_phis(p_, n.b);
            for (int phi = first; phi < last; ++phi) {
                self().declare(phi, p_[phi].b);
            }
            open("if (" + self().condition(n.a) + ") {");
            return true;
        }
        case operation::region_end: {
            auto const [first, last] = region_phis(p_, i);
            for (int phi = first; phi < last; ++phi) {
                self().overwrite(phi, self().value(p_[phi].a), p_[phi].a);
            }
            close();
            return true;
        }

        case operation::loop_begin: {
            auto const [first, last] = loop_variables(p_, i);
            for (int v = first; v < last; ++v) {
                self().declare(v, p_[v].a);
            }
            std::string const pass = "pass_" + self().name(i);
            open("for (int " + pass + " = 0; " + pass + " < " + integer(n.value) + "; ++" + pass + ") {");
            return true;
        }
        case operation::loop_break: line("if (" + self().condition(n.a) + ") { break; }"); return true;
        case operation::loop_end: {
            // All variables of a loop change at once. So if a variable is the next value of another variable, it is copied first.
            auto const [first, last] = loop_variables(p_, n.a);
            auto const is_sibling = [&, begin = first, end = last](int place) { return begin <= place && place < end; };
            for (int v = first; v < last; ++v) {
                if (is_sibling(p_[v].b)) {
                    line(std::string(self().next_type(v)) + " const next_" + self().name(v) + " = " + self().value(p_[v].b) +
                         ";");
                }
            }
            for (int v = first; v < last; ++v) {
                self().overwrite(v, is_sibling(p_[v].b) ? "next_" + self().name(v) : self().value(p_[v].b), p_[v].b);
            }
            close();
            return true;
        }
        default: return false;
        }
    }

    program const& p_;
    std::vector<std::string> names_;
    std::string text_;

private:
    Printer& self() { return static_cast<Printer&>(*this); }
    Printer const& self() const { return static_cast<Printer const&>(*this); }
    void open(std::string const& statement) {
        line(statement);
        ++depth_;
    }
    void close() {
        --depth_;
        line("}");
    }

    int depth_ = 1;
};

}  // namespace lockstep::detail
