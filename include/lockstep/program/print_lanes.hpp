// SPDX-License-Identifier: MIT
// Prints programs as C++: one function template for each program, over raw vectors of lanes or float.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/program/count.hpp>
#include <lockstep/program/frame.hpp>
#include <lockstep/program/literals.hpp>
#include <lockstep/program/print_statements.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep {

namespace detail {

class lanes_printer : private statement_printer<lanes_printer> {
public:
    lanes_printer(program const& p, frame_limits const& limits)
        : statement_printer(p), frame_(p, limits), table_(p, limits.table) {}

    std::string body() {
        open_frame();
        open_table();
        for (int i = 0; i < p_.size(); ++i) {
            if (frame_.stretch(i) != stretch_) {
                line("text::barrier();");
                stretch_ = frame_.stretch(i);
            }
            if (!stays_in_row(i)) {
                print(i);
            }
            if (frame_.place(i) >= 0 && !is_overwritten(p_[i].op)) {
                line(waiting(i) + " = " + name(i) + ";");
            }
        }
        for (program_output const& out : p_.outputs) {
            if (stays_in_row(out.value)) {  // another output may overwrite this row
                line("V const out" + std::to_string(out.row) + " = " + value(out.value) + ";");
            }
        }
        for (program_output const& out : p_.outputs) {
            std::string const row = std::to_string(out.row);
            line("rows[" + row + "] = " + (stays_in_row(out.value) ? "out" + row : value(out.value)) + ";");
        }
        return std::move(text_);
    }

private:
    friend statement_printer<lanes_printer>;
    static constexpr char const *number_type = "V", *scatter = "text::scatter";

    std::string const& name(int place) const { return names_[static_cast<std::size_t>(place)]; }

    // How many vectors an offset of one byte reaches from a pointer to their middle.
    static constexpr int reach = 256;

    void open_frame() {
        int const pointers = (frame_.size() + reach - 1) / reach;
        if (pointers != 0) {
            line("V frame[" + std::to_string(pointers * reach) + "];");
        }
        for (int k = 0; k < pointers; ++k) {
            line("V* const frame" + std::to_string(k) + " = text::base(frame + " + std::to_string(k * reach + reach / 2) + ");");
        }
    }

    void open_table() {
        if (!table_.literals().empty()) {
            constexpr int size = literal_table::reach;
            line("alignas(64) static constexpr float literals[" + std::to_string(size) + "] = {" + table_.text() + "};");
            line("float const* const literal = text::base(literals + " + std::to_string(size / 2) + ");");
        }
    }

    /// Returns the text of the place of a number in the frame.
    std::string waiting(int place) const {
        int const k = frame_.place(place) / reach, offset = frame_.place(place) % reach - reach / 2;
        return "frame" + std::to_string(k) + "[" + std::to_string(offset) + "]";
    }

    /// Returns whether a node is an input that is read from its row each time. This is true for all inputs if the program has a
    /// frame, because then a row is as quickly read as the frame.
    bool stays_in_row(int place) const { return frame_.size() != 0 && p_[place].op == operation::input; }

    /// Returns the text of a vector with the same float in every lane. A call of a function would have to be inlined thousands of
    /// times, and number + 0 would turn -0 into 0.
    static std::string broadcast(std::string const& number) { return "(" + number + " - V{})"; }

    /// Returns the text of an operand of an operator. A constant is a scalar, so the other operand must be a vector.
    std::string operand(int place) const {
        if (p_[place].op != operation::constant) {
            return value(place);
        }
        std::string const number = scalar(place);
        return number.front() == '-' ? "(" + number + ")" : number;
    }
    /// Returns the text of a constant, a scalar.
    std::string scalar(int place) const {
        std::string const literal = float_literal(p_[place].value);
        int const k = table_.place(literal);
        return k < 0 ? literal : "literal[" + std::to_string(k - literal_table::reach / 2) + "]";
    }
    /// Returns the text of an operand whose type must be V.
    std::string value(int place) const {
        node const& n = p_[place];
        switch (n.op) {
        case operation::constant: return broadcast(scalar(place));
        case operation::undefined: return broadcast("0.0f");
        case operation::truth: return std::string("text::truth<V>(") + (n.value != 0 ? "true)" : "false)");
        case operation::input: return stays_in_row(place) ? expression(n) : name(place);
        default: {
            bool const is_near = !is_overwritten(n.op) && frame_.stretch(place) == stretch_;
            return frame_.place(place) < 0 || is_near ? name(place) : waiting(place);
        }
        }
    }
    std::string condition(int place) const {
        return p_[place].op == operation::truth ? (p_[place].value != 0 ? "true" : "false") : name(place);
    }

    std::string infix(node const& n, char const* sign) const {
        bool const has_vector = p_[n.a].op != operation::constant || p_[n.b].op != operation::constant;
        return (has_vector ? operand(n.a) : value(n.a)) + sign + operand(n.b);
    }
    std::string call(std::string_view function, node const& n) const {
        return "text::" + std::string(function) + "(" + operands(n) + ")";
    }
    /// Returns the text of a fused operation. The function's name has the signs. As negations of operands they would be operations
    /// of their own, since g++ computes a negation once for all that read it.
    std::string fused(node n) const {
        static constexpr char const* functions[] = {"fma", "fnma", "fms", "fnms"};
        static_assert(negated_product == 1 && negated_addend == 2);
        auto const signs = static_cast<std::size_t>(std::exchange(n.value, 0));
        return call(functions[signs], n);
    }

    std::string expression(node const& n) const {
        switch (n.op) {
        case operation::input: return "rows[" + integer(n.value) + "]";
        case operation::add: return infix(n, " + ");
        case operation::sub: return infix(n, " - ");
        case operation::mul: return infix(n, " * ");
        case operation::div: return infix(n, " / ");
        case operation::neg: return "-" + value(n.a);
        case operation::fma: return fused(n);
        case operation::less: return infix(n, " < ");
        case operation::less_equal: return infix(n, " <= ");
        case operation::equal: return infix(n, " == ");
        case operation::not_equal: return infix(n, " != ");
        case operation::any: return "text::any(" + value(n.a) + ")";
        case operation::none: return "!text::any(" + value(n.a) + ")";
        case operation::load: return entry(n);
        case operation::lookup: return broadcast(entry(n));
        default: return call(lockstep::name(n.op), n);
        }
    }

    /// Returns the C++ expression of a number of a table. All lanes read the same place.
    std::string entry(node const& n) const {
        node const& begin = p_[n.b];
        auto const column = static_cast<int>(n.value);
        return name(n.a) + "[" +
               (begin.op == operation::constant ? std::to_string(static_cast<int>(begin.value) + column)
                                                : "text::index(" + value(n.b) + ") + " + std::to_string(column)) +
               "]";
    }

    static std::string declared_type(operation op) {
        if (op == operation::any || op == operation::none) {
            return "bool";
        }
        return yields_mask(op) ? "auto" : "V";
    }

    static char const* next_type(int) { return "auto"; }

    /// Writes an assignment of `text`, the value of the node `from`, to the node at `place`. Writes nothing if both nodes share a
    /// place in the frame.
    void overwrite(int place, std::string const& text, int from) {
        if (frame_.place(place) < 0 || frame_.place(place) != frame_.place(from)) {
            line((frame_.place(place) < 0 ? name(place) : waiting(place)) + " = " + text + ";");
        }
    }

    /// Writes the declaration of the variable of a node, with the value of the node `before`. If that node is undefined, the
    /// variable gets no value. A number in the frame needs no declaration, so only its value is written.
    void declare(int place, int before) {
        bool const is_undefined = p_[before].op == operation::undefined;
        if (frame_.place(place) < 0) {
            line((is_mask(p_, place) ? "auto " : "V ") + name(place) + (is_undefined ? "" : " = " + value(before)) + ";");
        } else if (!is_undefined) {
            overwrite(place, value(before), before);
        }
    }

    void print(int i) {
        node const& n = p_[i];
        if (n.op == operation::constants) {
            line("static constexpr float " + name(i) + "[] = {" + numbers(n, float_literal) + "};");
        } else if (!print_statement(i)) {
            line(declared_type(n.op) + " const " + name(i) + " = " + expression(n) + ";");
        }
    }

    frame_plan frame_;
    literal_table table_;
    int stretch_ = 0;
};

}  // namespace detail

/// Returns the text of the function `template <class V> void name(V* rows)`, which runs the program. `limits` decides whether the
/// program has a frame, a table of literals, and registers in one region.
inline std::string print_lanes(program const& p, std::string_view name, frame_limits const& limits = {}) {
    operation_count const count = count_operations(p);
    std::string const attributes = count.total() >= limits.region ? "LOCKSTEP_LONG_RECORDED" : "LOCKSTEP_RECORDED";
    return "/// " + std::to_string(p.rows) + " rows in place; operations: " + std::to_string(count.total()) + ".\n" +
           "template <class V>\n" + attributes + " void " + std::string(name) + "(V* rows) {\n" +
           "    namespace text = ::lockstep::text;\n" + detail::lanes_printer(p, limits).body() + "}\n";
}

}  // namespace lockstep
