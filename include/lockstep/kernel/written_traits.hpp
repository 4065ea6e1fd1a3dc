// SPDX-License-Identifier: MIT
// The numbers of a kernel's text as models of `real`: the operations that have no operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <lockstep/core/philox.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/kernel/written.hpp>
#include <lockstep/program/print_c.hpp>
#include <lockstep/program/record.hpp>

namespace lockstep {

template <spread S>
struct number_traits<written<float, S>> {
    using R = written<float, S>;
    using mask = written<bool, S>;
    using word = written<std::uint32_t, S>;
    using bits = word;

    static R constant(double value) { return R(value); }
    static R select(mask const& m, R const& a, R const& b) {
        return R::say("LS_SELECT(" + m.text() + ", " + a.text() + ", " + b.text() + ")");
    }
    static R min(R const& a, R const& b) { return call("ls_min", a, b); }
    static R max(R const& a, R const& b) { return call("ls_max", a, b); }
    static R abs(R const& a) { return call("LS_ABS", a); }
    static R round(R const& a) { return call("LS_ROUND", a); }
    static R sqrt(R const& a) { return call("LS_SQRT", a); }
    static R fma(R const& a, R const& b, R const& c) { return call("LS_FMA", a, b, c); }
    static R scale(R const& a, R const& n) { return call("ls_scale", a, n); }
    static R exponent(R const& a) { return call("ls_exponent", a); }

    /// Records transform(std::span<recorded>) as a program, and writes `times` calls of it, which change `rows` in place. The
    /// program is a function before the kernel.
    template <class Transform>
    static void transform(std::span<R> rows, Transform const& transform, std::size_t times = 1)
        requires(S == spread::lane)
    {
        program const recorded_program = record(rows.size(), [&](std::span<recorded> numbers) { transform(numbers); });
        kernel_writer& w = kernel_writer::current();
        std::string const function = w.function_name(print_c(recorded_program, "ls_program"));
        w.add_function(function, [&] { return print_c(recorded_program, function); });
        std::string const values = w.new_name();
        w.line("LS_NUMBER " + values + "[" + std::to_string(rows.size()) + "];");
        auto const value = [&](std::size_t i) { return values + "[" + std::to_string(i) + "]"; };
        for (std::size_t i = 0; i < rows.size(); ++i) {
            w.line(value(i) + " = " + rows[i].text() + ";");
        }
        std::string const pass = w.new_name();
        w.line((times == 1 ? "" : "LS_LOOP for (int " + pass + " = 0; " + pass + " < " + std::to_string(times) + "; ++" + pass + ") ") +
               function + "(" + values + ");");
        for (program_output const& out : recorded_program.outputs) {
            rows[out.row] = R::say(value(out.row));
        }
    }

    /// See lockstep::as_function.
    template <class Body>
    static void as_function(Body&& body) {
        kernel_writer::current().function(body);
    }

    /// Returns the sum of the lanes of x, added by halves: lane j + 8 is added to lane j, then lane j + 4, j + 2 and j + 1.
    /// Throws std::logic_error inside a loop over shared_range.
    static written_scalar fold(R const& x) {
        kernel_writer::current().check_no_shares("a sum of lanes");
        return written_scalar::say("LS_FOLD(" + x.text() + ")", false);
    }

    static R empty_word() { return R(0); }
    static mask bit(R const& w, int k) { return (to_bits(w) >> k & word(1)) != word(0); }
    static R with_bit(R const& w, mask const& m, int k) {
        return R::say("LS_WITH_BIT(" + w.text() + ", " + m.text() + ", " + std::to_string(k) + ")");
    }
    static mask differ(R const& a, R const& b) {
        word const of_a = to_bits(a);
        return of_a != to_bits(b);
    }
    static R flip_first_difference(R const& a, R const& b) {
        word const between = to_bits(a) ^ to_bits(b);
        return from_bits(to_bits(a) ^ (between & (~between + word(1))));
    }

    /// Returns in each lane of pack number `pack` the lane's number among the lanes of all packs: pack * width + lane.
    static word consecutive(written_index const& pack) {
        std::string const width = std::to_string(kernel_writer::current().width);
        return word::say("LS_W((uint)(" + pack.text() + " * " + width + ")) + LS_LANES");
    }

    static word to_bits(R const& a) { return word::say(name("LS_BITS") + "(" + a.text() + ")"); }
    static R from_bits(word const& w) { return R::say(name("LS_FLOAT") + "(" + w.text() + ")"); }
    /// to_integer converts a whole number to a word, and to_float converts a word to a number. The word is a signed integer.
    static word to_integer(R const& a) { return word::say(name("LS_TO_WORD") + "(" + a.text() + ")"); }
    static R to_float(word const& w) { return R::say(name("LS_TO_NUMBER") + "(" + w.text() + ")"); }

private:
    /// Returns the name of a function or macro of the text for this spread: `function`, with 1 at the end for uniform numbers.
    static std::string name(char const* function) { return std::string(function) + (S == spread::lane ? "" : "1"); }
    template <class... A>
    static R call(char const* function, R const& first, A const&... others) {
        std::string text = (function[0] == 'l' ? name(function) : std::string(function)) + "(" + first.text();
        ((text += ", " + others.text()), ...);
        return R::say(text + ")");
    }
};
static_assert(real<written_number> && real<written_scalar>);
template <>
inline constexpr int width_of<written_number> = 16;

template <spread S>
struct word_traits<written<float, S>> {
    using words = written<std::uint32_t, S>;
    using uniform = written_flag;
};

/// Returns the high and the low word of a product in each lane, for Philox.
inline detail::high_and_low<written_word> multiply_wide(written_word const& a, std::uint32_t factor) {
    written_word const b(factor);
    return {written_word::say("LS_MULHI(" + a.text() + ", " + b.text() + ")"), a * b};
}

/// Returns the same words as philox of plain words. In the text it is a function, because it is long and called often.
inline vector<written_word, 4> philox(vector<written_word, 4> const& counter, vector<written_flag, 2> const& key) {
    kernel_writer& w = kernel_writer::current();
    w.add_function("ls_philox", [] {
        return std::string(R"(LS_PROGRAM void ls_philox(LS_PRIVATE LS_WORD* c, uint low, uint high) {
    for (int round = 0; round < 10; ++round) {
        LS_WORD const a = LS_MULHI(c[0], LS_W(0xD2511F53u)), b = c[0] * LS_W(0xD2511F53u);
        LS_WORD const d = LS_MULHI(c[2], LS_W(0xCD9E8D57u)), e = c[2] * LS_W(0xCD9E8D57u);
        c[0] = d ^ c[1] ^ LS_W(low);
        c[1] = e;
        c[2] = a ^ c[3] ^ LS_W(high);
        c[3] = b;
        low += 0x9E3779B9u;
        high += 0xBB67AE85u;
    }
}
)");
    });
    std::string const words = w.new_name();
    w.line("LS_WORD " + words + "[4];");
    vector<written_word, 4> result;
    for (std::size_t i = 0; i < 4; ++i) {
        w.line(words + "[" + std::to_string(i) + "] = " + counter[i].text() + ";");
    }
    w.line("ls_philox(" + words + ", " + key[0].text() + ", " + key[1].text() + ");");
    for (std::size_t i = 0; i < 4; ++i) {
        result[i] = written_word::say(words + "[" + std::to_string(i) + "]");
    }
    return result;
}

}  // namespace lockstep
