// SPDX-License-Identifier: MIT
// What the printers of programs share: the text of tables, regions and loops in C and C++.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lockstep/program/names.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep::detail {

/// Printer derives from this class and has what differs between languages:
///
///     number_type, scatter          // the type of a number, and the function that writes a number of a table in each lane
///     name(place), value(place)     // of a variable; an operand
///     condition(place)              // a mask that a branch asks for
///     entry(node)                   // a number of a table
///     next_type(place)              // of a copy of a loop's variable
///     declare(place, before)        // declares what a region or a loop overwrites
///     overwrite(place, text, from)  // assigns the text, which is the value of node `from`, to it
template <class Printer>
class statement_printer {
protected:
    explicit statement_printer(program const& p) : p_(p), names_(names(p)) {}

    void line(std::string const& statement) { text_.append(static_cast<std::size_t>(4 * depth_), ' ').append(statement) += '\n'; }
    static std::string integer(double value) { return std::to_string(static_cast<int>(value)); }

    /// The operands of a call, with their signs.
    std::string operands(node const& n) const {
        std::string text = (has_sign(n, negated_product) ? "-" : "") + self().value(n.a);
        text += n.b < 0 ? "" : ", " + self().value(n.b);
        text += n.c < 0 ? "" : (has_sign(n, negated_addend) ? ", -" : ", ") + self().value(n.c);
        if (n.op == operation::bit || n.op == operation::with_bit) {
            text += ", " + integer(n.value);
        }
        return text;
    }

    /// The list of the numbers in a constant table, each printed by literal(number).
    template <class Literal>
    std::string numbers(node const& n, Literal literal) const {
        std::string text;
        for (double const x : p_.constants[static_cast<std::size_t>(n.value)]) {
            text += (text.empty() ? "" : ", ") + literal(x);
        }
        return text;
    }

    /// Prints node i if it is a statement. Prints nothing if the node has no text by itself. Returns false if it is an
    /// expression.
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
            // All variables of a loop change at once. So if a variable becomes the next value of another one, it is copied first.
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
