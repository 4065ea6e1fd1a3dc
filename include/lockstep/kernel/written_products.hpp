// SPDX-License-Identifier: MIT
// The primitives of networks in a kernel's text: matrix products, dot products and sums over lanes. Each product is one function of
// the text for all sizes. The order of additions is that of nn/multiply.hpp, nn/dot.hpp and core/ordered_sum.hpp.
#pragma once

#include <cstddef>
#include <string>

#include <lockstep/core/macros.hpp>
#include <lockstep/kernel/written_pointer.hpp>
#include <lockstep/kernel/written_traits.hpp>

namespace lockstep {

struct written_products {
    /// As lockstep::multiply.
    template <class Product>
    LOCKSTEP_COLD static void multiply(Product const& p, written_index const& begin, written_index const& end, std::size_t columns) {
        kernel_writer& w = kernel_writer::current();
        auto const a = w.at(p.a.data.place()), b = w.at(p.b.data.place()), out = w.at(p.out.data.place());
        bool const has_start = !p.start.data.is_null();
        auto const start = has_start ? w.at(p.start.data.place()) : out;
        std::string const name = "ls_multiply_" + letter(a) + letter(b) + letter(out) + (has_start ? letter(start) : "0");
        w.add_function(name, [&] { return multiply_function(name, a.space, b.space, out.space, has_start ? start.space : ""); });
        std::string const first = begin.text();
        auto const from_row = [&](std::string const& pointer, std::size_t row) {
            return pointer + " + " + first + " * " + std::to_string(row);
        };
        std::string call = name + "(LS_GIVES_LANE " + from_row(a.text, p.a.row) + ", " + number(p.a.row) + number(p.a.step) + b.text + ", " +
                           number(p.b.row) + p.depth.text() + ", " + from_row(out.text, p.out.row) + ", " + number(p.out.row);
        if (has_start) {
            call += from_row(start.text, p.start.row) + ", " + number(p.start.row);
        }
        w.line(call + end.text() + " - " + first + ", " + std::to_string(columns) + ");");
    }

    /// As lockstep::dot_rows.
    template <class Dot>
    LOCKSTEP_COLD static void dot_rows(Dot const& p, written_index const& rows, std::size_t outputs, std::size_t columns) {
        kernel_writer& w = kernel_writer::current();
        auto const x = w.at(p.x.data.place()), weights = w.at(p.weights.data.place()), out = w.at(p.out.data.place());
        std::string const name = "ls_dot_" + letter(x) + letter(weights);
        w.add_function(name, [&] { return "LS_DEFINE_DOT(" + name + ", " + x.space + ", " + weights.space + ")\n"; });
        w.barrier();
        std::string const first = w.new_name(), o = w.new_name();
        w.open("for (size_t " + first + " = 0; " + first + " < " + rows.text() + "; " + first + " += LS_WIDTH) {");
        w.open("for (size_t " + o + " = 0; " + o + " < " + std::to_string(outputs) + "; ++" + o + ") {");
        std::string const weight_row = o + " * " + std::to_string(p.weights.row);
        std::string sum = name + "(LS_GIVES_LANE " + x.text + " + " + first + " * " + std::to_string(p.x.row) + ", " + std::to_string(p.x.row) +
                          ", " + weights.text + " + " + weight_row + ", " + std::to_string(columns) + ")";
        std::string const bias = p.bias.is_null() ? "0.0f" : "*(" + w.at(p.bias.place()).text + " + " + weight_row + ")";
        w.line("LS_STORE(" + sum + " + LS_N(" + bias + "), " + out.text + " + " + o + " * " + std::to_string(p.out.row) + " + " + first + ");");
        w.close();
        w.close();
        w.barrier();
    }

    /// to[c][r] = from[r][c] for as many rows and columns as a row has lanes.
    template <class From, class To>
    static void transpose(From const& from, std::size_t from_row, To const& to, std::size_t to_row) {
        kernel_writer& w = kernel_writer::current();
        std::string const r = w.new_name();
        w.barrier();  // lanes read what others wrote
        w.open("for (size_t " + r + " = 0; " + r + " < LS_WIDTH; ++" + r + ") {");
        w.line("LS_STORE(LS_LOAD_STRIDED(" + w.at(from.place()).text + " + " + r + ", " + std::to_string(from_row) + "), " +
               w.at(to.place()).text + " + " + r + " * " + std::to_string(to_row) + ");");
        w.close();
        w.barrier();
    }

private:
    static std::string letter(kernel_writer::place const& p) { return p.space == "LS_GLOBAL" ? "g" : "s"; }
    static std::string number(std::size_t n) { return std::to_string(n) + ", "; }

    /// Rows x Columns vectors of the product from (row, column) on, each element one chain over k in order.
    static std::string tile(std::size_t rows, std::size_t columns, bool has_start) {
        auto const each = [&](auto statement) {
            std::string result;
            for (std::size_t r = 0; r < rows; ++r) {
                for (std::size_t c = 0; c < columns; ++c) {
                    result += "            " + statement(std::to_string(r), std::to_string(c)) + "\n";
                }
            }
            return result;
        };
        std::string result = each([&](std::string const& r, std::string const& c) {
            return "LS_NUMBER s" + r + c + " = " +
                   (has_start ? "LS_LOAD(start + (row + " + r + ") * start_row + column + " + c + " * LS_WIDTH);" : "LS_N(0.0f);");
        });
        result += "            for (size_t k = 0; k < depth; ++k) {\n";
        for (std::size_t c = 0; c < columns; ++c) {
            std::string const n = std::to_string(c);
            result += "            LS_NUMBER const b" + n + " = LS_LOAD(b + k * b_row + column + " + n + " * LS_WIDTH);\n";
        }
        for (std::size_t r = 0; r < rows; ++r) {
            std::string const n = std::to_string(r);
            result += "            LS_NUMBER const a" + n + " = LS_N(a[(row + " + n + ") * a_row + k * a_step]);\n";
        }
        result += each([](std::string const& r, std::string const& c) {
            return "s" + r + c + " = LS_FMA(a" + r + ", b" + c + ", s" + r + c + ");";
        });
        result += "            }\n";
        result += each([](std::string const& r, std::string const& c) {
            return "LS_STORE(s" + r + c + ", out + (row + " + r + ") * out_row + column + " + c + " * LS_WIDTH);";
        });
        return result;
    }

    LOCKSTEP_COLD static std::string multiply_function(std::string const& name, std::string const& a, std::string const& b,
                                                       std::string const& out, std::string const& start) {
        bool const has_start = !start.empty();
        std::string text = "LS_PROGRAM void " + name + "(LS_TAKES_LANE " + a + " float const* a, size_t a_row, size_t a_step, " + b +
                           " float const* b, size_t b_row, size_t depth, " + out + " float* out, size_t out_row, ";
        if (has_start) {
            text += start + " float const* start, size_t start_row, ";
        }
        text += "size_t rows, size_t columns) {\n    LS_BARRIER();\n    size_t column = 0;\n";
        for (std::size_t const wide : {std::size_t(4), std::size_t(1)}) {
            std::string const width = std::to_string(wide) + " * LS_WIDTH";
            text += "    for (; column + " + width + " <= columns; column += " + width + ") {\n        size_t row = 0;\n";
            for (std::size_t const high : {std::size_t(4), std::size_t(1)}) {
                std::string const height = std::to_string(high);
                text += "        for (; row + " + height + " <= rows; row += " + height + ") {\n" + tile(high, wide, has_start) + "        }\n";
            }
            text += "    }\n";
        }
        return text + "    LS_BARRIER();\n}\n";
    }
};

}  // namespace lockstep
