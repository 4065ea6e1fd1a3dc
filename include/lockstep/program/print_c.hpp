// SPDX-License-Identifier: MIT
// Prints programs as C functions, for devices that compile text. The same text is OpenCL C, CUDA C++, MSL and C++. What these
// languages spell differently is a macro. kernel/prelude.hpp lists these macros, and has the functions that the text calls. The
// compiler of the text must not contract a * b + c by itself.
#pragma once

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/program/literals.hpp>
#include <lockstep/program/print_statements.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep {

namespace detail {

/// Prints one program. In the text, a thread enters a region if one of its own lanes needs it, and leaves a loop when its own
/// lanes are done. The lanes of other threads do not matter.
class c_printer : private statement_printer<c_printer> {
public:
    c_printer(program const& p, std::string_view name) : statement_printer(p), name_(name) {}

    std::string text() {
        for (int i = 0; i < p_.size(); ++i) {
            print(i);
        }
        for (program_output const& out : p_.outputs) {
            if (p_[out.value].op == operation::input) {  // another output may overwrite this row
                line("LS_NUMBER const out" + std::to_string(out.row) + " = " + value(out.value) + ";");
            }
        }
        for (program_output const& out : p_.outputs) {
            std::string const row = std::to_string(out.row);
            line("rows[" + row + "] = " + (p_[out.value].op == operation::input ? "out" + row : value(out.value)) + ";");
        }
        return tables_ + "LS_PROGRAM void " + name_ + "(LS_PRIVATE LS_NUMBER* rows) {\n" + text_ + "}\n";
    }

private:
    friend statement_printer<c_printer>;
    static constexpr char const *number_type = "LS_NUMBER", *scatter = "LS_SCATTER";

    static std::string literal(double value) {
        if (std::isnan(value)) {
            return "LS_NAN";
        }
        std::string const number = std::isinf(static_cast<float>(value)) ? value < 0 ? "-LS_INFINITY" : "LS_INFINITY"
                                                                         : float_literal(value);
        return number.front() == '-' ? "(" + number + ")" : number;
    }

    std::string name(int place) const {
        bool const is_global = p_[place].op == operation::constants;
        return (is_global ? name_ + "_" : "") + names_[static_cast<std::size_t>(place)];
    }

    /// Returns the text of an operand. Undefined numbers are zero, so that a compiler cannot choose a value.
    std::string value(int place) const {
        node const& n = p_[place];
        switch (n.op) {
        case operation::constant: return "LS_N(" + literal(n.value) + ")";
        case operation::truth: return n.value != 0 ? "LS_M(true)" : "LS_M(false)";
        case operation::undefined: return "LS_N(0.0f)";
        case operation::input: return "rows[" + integer(n.value) + "]";
        case operation::any: return "LS_NEEDS(" + value(n.a) + ")";
        case operation::none: return "!LS_NEEDS(" + value(n.a) + ")";
        default: return name(place);
        }
    }
    std::string condition(int mask) const { return value(mask); }

    std::string infix(node const& n, char const* sign) const { return value(n.a) + sign + value(n.b); }

    std::string call(char const* function, node const& n) const { return function + ("(" + operands(n) + ")"); }

    /// Returns the text of a number of a table.
    std::string entry(node const& n) const {
        bool const is_fixed = p_[n.b].op == operation::constant;
        std::string const begin = is_fixed ? integer(p_[n.b].value) : "LS_INDEX(" + value(n.b) + ")";
        std::string const text = name(n.a) + "[" + begin + " + " + integer(n.value) + "]";
        return p_[n.a].op == operation::constants ? "LS_N(" + text + ")" : text;
    }

    std::string expression(node const& n) const {
        switch (n.op) {
        case operation::add: return infix(n, " + ");
        case operation::sub: return infix(n, " - ");
        case operation::mul: return infix(n, " * ");
        case operation::div: return infix(n, " / ");
        case operation::neg: return "-" + value(n.a);
        case operation::sqrt: return call("LS_SQRT", n);
        case operation::abs: return call("LS_ABS", n);
        case operation::min: return call("ls_min", n);
        case operation::max: return call("ls_max", n);
        case operation::round: return call("LS_ROUND", n);
        case operation::fma: return call("LS_FMA", n);
        case operation::scale: return call("ls_scale", n);
        case operation::exponent: return call("ls_exponent", n);
        case operation::select: return call("LS_SELECT", n);
        case operation::with_bit: return call("LS_WITH_BIT", n);
        case operation::flip_first_difference: return call("ls_flip_first_difference", n);
        case operation::less: return infix(n, " < ");
        case operation::less_equal: return infix(n, " <= ");
        case operation::equal: return infix(n, " == ");
        case operation::not_equal: return infix(n, " != ");
        case operation::bit: return call("LS_BIT", n);
        case operation::differ: return "LS_BITS(" + value(n.a) + ") != LS_BITS(" + value(n.b) + ")";
        case operation::both: return infix(n, " && ");
        case operation::either: return infix(n, " || ");
        case operation::negate: return "!" + value(n.a);
        case operation::load:
        case operation::lookup: return entry(n);
        default: throw std::logic_error("print_c: no text is known for operation " + std::to_string(static_cast<int>(n.op)));
        }
    }

    char const* type(int place) const { return is_mask(p_, place) ? "LS_MASK" : "LS_NUMBER"; }

    char const* next_type(int place) const { return type(place); }

    void declare(int place, int before) {
        line(std::string(type(place)) + " " + name(place) + " = " + value(before) + ";");
    }
    void overwrite(int place, std::string const& text, int) { line(name(place) + " = " + text + ";"); }

    void print(int i) {
        node const& n = p_[i];
        switch (n.op) {
        case operation::input:
        case operation::any:
        case operation::none: break;
        case operation::constants: tables_ += "LS_CONSTANT float " + name(i) + "[] = {" + numbers(n, literal) + "};\n"; break;
        default:
            if (!print_statement(i)) {
                line(std::string(type(i)) + " const " + name(i) + " = " + expression(n) + ";");
            }
        }
    }

    std::string name_, tables_;
};

}  // namespace detail

/// Returns the text of the function `void name(LS_PRIVATE LS_NUMBER* rows)`, after the text of its constant tables. Throws
/// std::logic_error if the program has an operation that this printer does not know.
inline std::string print_c(program const& p, std::string_view name) { return detail::c_printer(p, name).text(); }

}  // namespace lockstep
