// SPDX-License-Identifier: MIT
// The primitives of networks in a kernel's text: matrix products, dot products and the transposition of tiles. Each product is
// one function of the text for all sizes. The order of additions is that of nn/products/multiply.hpp and nn/products/dot.hpp,
// whichever thread adds. Only in a tile of LS_MATRIX_TILE does the device choose the order (kernel/cuda_tf32.hpp,
// kernel/metal_matrices.hpp). If a pack has a team, its members divide the tiles of a product, so the tiles of one work-group
// share what they read.
#pragma once

#include <cstddef>
#include <string>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/kernel/written_pointer.hpp>
#include <lockstep/kernel/written_traits.hpp>

namespace lockstep {

struct written_products {
    /// Writes statements that compute what lockstep::multiply computes (nn/products/multiply.hpp). Throws std::logic_error inside
    /// a loop over shared_range.
    template <class Product>
    LOCKSTEP_COLD static void multiply(Product const& p, written_index const& begin, written_index const& end, std::size_t columns) {
        kernel_writer& w = kernel_writer::current();
        w.check_no_shares("a product");
        auto const a = w.at(p.a.data.place()), b = w.at(p.b.data.place()), out = w.at(p.out.data.place());
        bool const has_start = !p.start.data.is_null();
        auto const start = has_start ? w.at(p.start.data.place()) : out;
        std::string const name = "ls_multiply_" + letter(a) + letter(b) + letter(out) + (has_start ? letter(start) : "0");
        w.add_function(name, [&] { return multiply_function(name, a.space, b.space, out.space, has_start ? start.space : ""); });
        std::string const first = begin.text();
        auto const from_row = [&](std::string const& pointer, std::size_t stride) {
            return pointer + " + " + first + " * " + std::to_string(stride);
        };
        std::string call = name + "(LS_GIVES_LANE " + from_row(a.text, p.a.stride) + ", " + number(p.a.stride) +
                           number(p.a.step) + b.text + ", " + number(p.b.stride) + p.depth.text() + ", " +
                           from_row(out.text, p.out.stride) + ", " + number(p.out.stride);
        if (has_start) {
            call += from_row(start.text, p.start.stride) + ", " + number(p.start.stride);
        }
        w.line(call + end.text() + " - " + first + ", " + std::to_string(columns) + ");");
    }

    /// Writes statements that compute what lockstep::dot_rows computes (nn/products/dot.hpp).
    template <class Dot>
    LOCKSTEP_COLD static void dot_rows(Dot const& p, written_index const& rows, std::size_t outputs, std::size_t columns) {
        kernel_writer& w = kernel_writer::current();
        auto const x = w.at(p.x.data.place()), weights = w.at(p.weights.data.place()), out = w.at(p.out.data.place());
        std::string const name = "ls_dot_" + letter(x) + letter(weights);
        w.add_function(name, [&] { return "LS_DEFINE_DOT(" + name + ", " + x.space + ", " + weights.space + ")\n"; });
        w.barrier();
        std::string const i = w.new_name(), first = w.new_name(), o = w.new_name(), count = std::to_string(outputs);
        w.open_shares("for (size_t " + i + " = LS_MEMBER; " + i + " < (" + rows.text() + " + LS_WIDTH - 1) / LS_WIDTH * " + count + "; " + i +
                      " += LS_MEMBERS) {");
        w.line("size_t const " + first + " = " + i + " / " + count + " * LS_WIDTH, " + o + " = " + i + " % " + count + ";");
        std::string const weight_row = o + " * " + std::to_string(p.weights.stride);
        std::string sum = name + "(LS_GIVES_LANE " + x.text + " + " + first + " * " + std::to_string(p.x.stride) + ", " +
                          std::to_string(p.x.stride) + ", " + weights.text + " + " + weight_row + ", " + std::to_string(columns) +
                          ")";
        std::string const bias = p.bias.is_null() ? "0.0f" : "*(" + w.at(p.bias.place()).text + " + " + weight_row + ")";
        w.line("LS_STORE(" + sum + " + LS_N(" + bias + "), " + out.text + " + " + o + " * " + std::to_string(p.out.stride) +
               " + " + first + ");");
        w.close_shares();
        w.barrier();
    }

    /// Writes statements that set to[r][c] to from[c][r], for as many rows and columns as a pack has lanes.
    template <class From, class To>
    static void transpose(From const& from, std::size_t from_stride, To const& to, std::size_t to_stride) {
        kernel_writer& w = kernel_writer::current();
        std::string const r = w.new_name();
        w.barrier();  // lanes read what other lanes wrote
        w.open_shares("for (size_t " + r + " = LS_MEMBER; " + r + " < LS_WIDTH; " + r + " += LS_MEMBERS) {");
        w.line("LS_STORE(LS_LOAD_STRIDED(" + w.at(from.place()).text + " + " + r + ", " + std::to_string(from_stride) + "), " +
               w.at(to.place()).text + " + " + r + " * " + std::to_string(to_stride) + ");");
        w.close_shares();
        w.barrier();
    }

private:
    static std::string letter(kernel_writer::place const& p) { return p.space == "LS_GLOBAL" ? "g" : "s"; }
    static std::string number(std::size_t n) { return std::to_string(n) + ", "; }

    /// Returns the text of a tile of the product: rows x columns vectors from (row, column) on. Each element is one chain of
    /// multiply-adds, in the order of k.
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
                   (has_start ? "LS_LOAD(start + (row + " + r + ") * start_stride + column + " + c + " * LS_WIDTH);"
                              : "LS_N(0.0f);");
        });
        result += "            for (size_t k = 0; k < depth; ++k) {\n";
        for (std::size_t c = 0; c < columns; ++c) {
            std::string const n = std::to_string(c);
            result += "            LS_NUMBER const b" + n + " = LS_LOAD(b + k * b_stride + column + " + n + " * LS_WIDTH);\n";
        }
        for (std::size_t r = 0; r < rows; ++r) {
            std::string const n = std::to_string(r);
            result += "            LS_NUMBER const a" + n + " = LS_N(a[(row + " + n + ") * a_stride + k * a_step]);\n";
        }
        result += each([](std::string const& r, std::string const& c) {
            return "s" + r + c + " = LS_FMA(a" + r + ", b" + c + ", s" + r + c + ");";
        });
        result += "            }\n";
        result += each([](std::string const& r, std::string const& c) {
            return "LS_STORE(s" + r + c + ", out + (row + " + r + ") * out_stride + column + " + c + " * LS_WIDTH);";
        });
        return result;
    }

    /// Returns the text of a tile of four rows of four vectors. Each thread has four neighbouring columns, and loads and stores
    /// four numbers at once. So it makes eight multiply-adds for each load if it can also load four numbers of a at once, where
    /// the tile of tile() makes two. A card computes four multiply-adds in the time of a load.
    static std::string tile_of_fours(bool has_start) {
        char const* const part[] = {"x", "y", "z", "w"};
        auto const of_row = [](char const* base, std::size_t r, char const* stride) {
            return std::string(base) + " + (row + " + std::to_string(r) + ") * " + stride;
        };
        auto const products = [&](auto a) {
            std::string result;
            for (std::size_t r = 0; r < 4; ++r) {
                for (std::size_t c = 0; c < 4; ++c) {
                    result += formatted(" s%zu%zu = LS_FMA(%s, b0.%s, s%zu%zu);", r, c, a(r).c_str(), part[c], r, c);
                }
            }
            return result + "\n";
        };
        auto const load_b = [](std::string const& k) {
            return "LS_FOUR const b0 = LS_LOAD_FOUR(b + (" + k + ") * b_stride + at);";
        };
        std::string text = "            size_t const at = column + 4 * LS_THREAD;\n            size_t k = 0;\n";
        for (std::size_t r = 0; r < 4; ++r) {
            std::string const n = std::to_string(r);
            text += "            LS_FOUR f" + n + " = " +
                    (has_start ? "LS_LOAD_FOUR(" + of_row("start", r, "start_stride") + " + at);"
                               : "LS_MAKE_FOUR(0.0f, 0.0f, 0.0f, 0.0f);") +
                    "\n";
            for (std::size_t c = 0; c < 4; ++c) {
                text += "            float s" + n + std::to_string(c) + " = f" + n + "." + part[c] + ";\n";
            }
        }
        // Four steps at once, if the numbers of a row of a are neighbours in memory.
        text += "            for (; steps_are_whole && k + 4 <= depth; k += 4) {\n";
        for (std::size_t r = 0; r < 4; ++r) {
            text += "            LS_FOUR const a" + std::to_string(r) + " = LS_LOAD_FOUR(" +
                    of_row("a", r, "a_stride") + " + k);\n";
        }
        for (std::size_t j = 0; j < 4; ++j) {
            text += "            { " + load_b("k + " + std::to_string(j)) +
                    products([&](std::size_t r) { return "a" + std::to_string(r) + "." + part[j]; });
            text.back() = ' ';
            text += "}\n";
        }
        // Four rows of one step at once, if their numbers are neighbours in memory.
        text += "            }\n            for (; rows_are_whole && k < depth; ++k) {\n"
                "            LS_FOUR const a0 = LS_LOAD_FOUR(a + row + k * a_step);\n            " + load_b("k") +
                products([&](std::size_t r) { return std::string("a0.") + part[r]; });
        text += "            }\n            for (; k < depth; ++k) {\n            " + load_b("k") +
                products([&](std::size_t r) { return "a[(row + " + std::to_string(r) + ") * a_stride + k * a_step]"; }) +
                "            }\n";
        for (std::size_t r = 0; r < 4; ++r) {
            std::string const s = "s" + std::to_string(r);
            text += "            f" + std::to_string(r) + " = LS_MAKE_FOUR(" + s + "0, " + s + "1, " + s + "2, " + s + "3);\n" +
                    "            LS_STORE_FOUR(f" + std::to_string(r) + ", " + of_row("out", r, "out_stride") + " + at);\n";
        }
        return text;
    }

    /// Returns the text of a loop that makes tiles of `high` rows while at least `high` rows are left. The members of the team
    /// take turns.
    static std::string rows_of_tiles(std::size_t high, std::size_t wide, bool has_start, std::string const& condition = "") {
        return rows_of_tiles(high, tile(high, wide, has_start), condition);
    }
    static std::string rows_of_tiles(std::size_t high, std::string const& one, std::string const& condition) {
        std::string const height = std::to_string(high);
        return "        for (; " + condition + "row + " + height + " <= rows; row += " + height + ") {\n" +
               "            if (tile++ % LS_MEMBERS != LS_MEMBER) { continue; }\n            LS_TOGETHER\n" + one +
               "        }\n";
    }

    /// Returns the text of tiles in which the device chooses the order of additions. The text makes such tiles only if the user
    /// allows that. A warp computes each tile.
    static std::string matrix_tiles(std::string const& width, bool has_start) {
        return "#ifdef LS_MATRIX_TILE\n        bool const fits = LS_MATRIX_FITS(a_stride, a_step, depth);\n"
               "        for (size_t turn = column / (" + width + "); fits && row + LS_TILE_ROWS <= rows; row += LS_TILE_ROWS) {\n"
               "            if (turn++ % LS_WARPS == LS_WARP) {\n"
               "                LS_MATRIX_TILE(" + width + ")(LS_GIVES_LANE a + row * a_stride, a_stride, a_step, b + column, "
               "b_stride, depth,\n"
               "                    out + row * out_stride + column, out_stride, " +
               (has_start ? "start + row * start_stride + column, start_stride" : "0, 0") +
               ");\n            }\n        }\n#endif\n";
    }

    LOCKSTEP_COLD static std::string multiply_function(std::string const& name, std::string const& a, std::string const& b,
                                                       std::string const& out, std::string const& start) {
        bool const has_start = !start.empty();
        std::string text = "LS_PROGRAM void " + name + "(LS_TAKES_LANE " + a +
                           " float const* a, size_t a_stride, size_t a_step, " + b +
                           " float const* b, size_t b_stride, size_t depth, " + out + " float* out, size_t out_stride, ";
        if (has_start) {
            text += start + " float const* start, size_t start_stride, ";
        }
        text += "size_t rows, size_t columns) {\n    LS_BARRIER();\n    size_t column = 0, tile = 0;\n"
                "    bool const is_large = LS_MEMBERS == 1 || rows * columns >= LS_MEMBERS * 16 * LS_WIDTH;\n#ifdef LS_FOUR\n"
                "    bool const is_whole = LS_IS_WHOLE(b) && LS_IS_WHOLE(out) && (b_stride | out_stride) % 4 == 0" +
                std::string(has_start ? " && LS_IS_WHOLE(start) && start_stride % 4 == 0" : "") + ";\n"
                "    bool const steps_are_whole = a_step == 1 && LS_IS_WHOLE(a) && a_stride % 4 == 0;\n"
                "    bool const rows_are_whole = a_stride == 1 && LS_IS_WHOLE(a) && a_step % 4 == 0;\n#endif\n";
        for (std::size_t const wide : {std::size_t(4), std::size_t(1)}) {
            std::string const width = std::to_string(wide) + " * LS_WIDTH";
            text += "    for (; column + " + width + " <= columns; column += " + width + ") {\n        size_t row = 0;\n" +
                    matrix_tiles(width, has_start);
            if (wide == 4) {
                text += "#ifdef LS_FOUR\n" + rows_of_tiles(4, tile_of_fours(has_start), "is_large && is_whole && ") + "#endif\n";
            }
            text += rows_of_tiles(4, wide, has_start, "is_large && ");
            text += "#if LS_MEMBERS > 1\n" + rows_of_tiles(2, wide, has_start) + "#endif\n";
            text += rows_of_tiles(1, wide, has_start) + "    }\n";
        }
        return text + "    LS_BARRIER();\n}\n";
    }
};

}  // namespace lockstep
