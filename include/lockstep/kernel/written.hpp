// SPDX-License-Identifier: MIT
// The numbers of a kernel's text: each variable of C++ is a variable of the text. An operator writes a statement, so a loop needs
// no list of the variables that it changes. A comparison yields a mask or a condition, for `when`. An `if` of C++ takes neither.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <lockstep/core/macros.hpp>
#include <lockstep/kernel/writer.hpp>

namespace lockstep {

namespace detail {

/// The names in the text for a C++ type T: of the type, of the conversion to the type, and of the macros that load and store it.
template <class T, spread S>
struct text_type;
// clang-format off
template <> struct text_type<float, spread::lane> { static constexpr char const *name = "LS_NUMBER", *cast = "LS_N", *load = "LS_LOAD", *store = "LS_STORE"; };
template <> struct text_type<std::uint32_t, spread::lane> { static constexpr char const *name = "LS_WORD", *cast = "LS_W", *load = "LS_LOAD_WORDS", *store = "LS_STORE_WORDS"; };
template <> struct text_type<bool, spread::lane> { static constexpr char const *name = "LS_MASK", *cast = "LS_M", *load = "", *store = ""; };
template <> struct text_type<float, spread::uniform> { static constexpr char const *name = "float", *cast = "(float)", *load = "*", *store = "LS_SET"; };
template <> struct text_type<std::uint32_t, spread::uniform> { static constexpr char const *name = "uint", *cast = "(uint)", *load = "*", *store = "LS_SET"; };
template <> struct text_type<bool, spread::uniform> { static constexpr char const *name = "bool", *cast = "(bool)", *load = "", *store = ""; };
template <> struct text_type<std::size_t, spread::uniform> { static constexpr char const *name = "size_t", *cast = "(size_t)", *load = "", *store = ""; };
// clang-format on

/// Returns the literal of C for `value`. The text reads back the same bits, except those of a NaN.
template <class T>
LOCKSTEP_COLD std::string c_literal(T value) {
    if constexpr (std::same_as<T, float>) {
        if (value != value) {
            return "LS_NAN";
        }
        if (value - value != 0) {
            return value > 0 ? "LS_INFINITY" : "(-LS_INFINITY)";
        }
        char digits[48];
        std::string text(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
        text += text.find_first_of(".e") == std::string::npos ? ".0f" : "f";
        return text.front() == '-' ? "(" + text + ")" : text;
    } else if constexpr (std::same_as<T, bool>) {
        return value ? "true" : "false";
    } else {
        return std::to_string(value) + (std::same_as<T, std::uint32_t> ? "u" : "");
    }
}

template <class T, spread S>
std::string written_literal(T value) {
    return S == spread::lane ? std::string(text_type<T, S>::cast) + "(" + c_literal(value) + ")" : c_literal(value);
}

}  // namespace detail

/// A variable in the text of a kernel: a T in each lane, or one T for all lanes. It is as large as a T (a bool takes 4 bytes), so
/// that a functor has the same layout in every world. If it is constructed inside an object that is being bound
/// (bound_objects::bind), it is an argument or a number in memory instead.
template <class T, spread S>
class alignas(sizeof(T) < 4 ? 4 : sizeof(T)) written {
    using type = detail::text_type<T, S>;
    static constexpr bool is_truth = std::same_as<T, bool>;

public:
    static constexpr bool is_written = true;
    using truth = written<bool, S>;

    written() {
        kernel_writer& w = kernel_writer::current();
        place_ = w.objects.is_bound(this) ? w.objects.place_of(this, type::name, S, false, false) : literal(T(0));
    }
    template <class A>
        requires std::is_arithmetic_v<A>
    explicit(!std::is_integral_v<T> || is_truth) written(A value) : place_(literal(static_cast<T>(value))) {}
    /// Makes a number from a constant of the kernel's text (written_constant).
    template <class A>
        requires std::is_arithmetic_v<typename A::constant_type>
    explicit written(A const& value) : written(typename A::constant_type(value)) {}
    written(written const& from) : place_(copy(from)) {}
    written(written&& from) : place_(from.is_variable() ? std::exchange(from.place_, -1) : copy(from)) {}

    /// Copies a uniform number to each lane, or converts it to another uniform type, as C does.
    template <class U, spread From>
        requires(!(std::same_as<U, T> && From == S) && From == spread::uniform && (S == spread::uniform || std::same_as<U, T>))
    explicit(!std::same_as<T, std::uint32_t> || S == spread::uniform) written(written<U, From> const& from)
        : place_(declare(S == spread::lane ? std::string(type::cast) + "(" + from.text() + ")" : type::cast + from.text())) {}

    written& operator=(written const& from) {
        std::string const value = from.text();
        if (place_ < 0) {
            place_ = declare(value);
        } else {
            kernel_writer::current().assign(place_, value, type::store);
        }
        return *this;
    }

    /// say() declares a new variable with this value and returns it. at() returns the number at a place.
    static written say(std::string const& value, bool is_pure = true) {
        return at(kernel_writer::current().declare(type::name, value, S, is_pure));
    }
    static written at(int place) {
        written result{silent()};
        result.place_ = place;
        return result;
    }
    std::string const& text() const { return kernel_writer::current().at(place_).text; }
    int place() const { return place_; }

#define LS_OPERATOR(sign)                                                                    \
    friend written operator sign(written const& a, written const& b)                         \
        requires(!is_truth)                                                                  \
    { return infix(a, " " #sign " ", b); }                                                   \
    written& operator sign##=(written const& b)                                              \
        requires(!is_truth)                                                                  \
    { return *this = *this sign b; }
    LS_OPERATOR(+)
    LS_OPERATOR(-)
    LS_OPERATOR(*)
    LS_OPERATOR(/)
    LS_OPERATOR(%)
    LS_OPERATOR(^)
    LS_OPERATOR(&)
    LS_OPERATOR(|)
    LS_OPERATOR(>>)
    LS_OPERATOR(<<)
#undef LS_OPERATOR
    friend written operator>>(written const& a, int b) { return say(a.text() + " >> " + std::to_string(b)); }
    friend written operator<<(written const& a, int b) { return say(a.text() + " << " + std::to_string(b)); }
    friend written operator-(written const& a) { return say("-" + a.text()); }
    friend written operator~(written const& a) { return say("~" + a.text()); }

    friend truth operator<(written const& a, written const& b) { return compare(a, " < ", b); }
    friend truth operator>(written const& a, written const& b) { return compare(a, " > ", b); }
    friend truth operator<=(written const& a, written const& b) { return compare(a, " <= ", b); }
    friend truth operator>=(written const& a, written const& b) { return compare(a, " >= ", b); }
    friend truth operator==(written const& a, written const& b) { return compare(a, " == ", b); }
    friend truth operator!=(written const& a, written const& b) { return compare(a, " != ", b); }
    friend written operator&&(written const& a, written const& b)
        requires(is_truth)
    { return infix(a, " && ", b); }
    friend written operator||(written const& a, written const& b)
        requires(is_truth)
    { return infix(a, " || ", b); }
    friend written operator!(written const& a)
        requires(is_truth)
    { return say("!" + a.text()); }

    /// Returns a condition of the text: whether the mask is true in any lane. Throws std::logic_error if this is a mask of lanes
    /// inside a loop over shared_range.
    written<bool, spread::uniform> any() const
        requires(is_truth)
    {
        if constexpr (S == spread::uniform) {
            return *this;
        } else {
            kernel_writer::current().check_no_shares("a vote of lanes");
            return written<bool, spread::uniform>::say("LS_ANY(" + text() + ")", false);
        }
    }
    /// Writes `body` as a block of the text that runs if the condition is true.
    template <class Body, class... Values>
    void when(Body&& body, Values&...) const
        requires(is_truth && S == spread::uniform)
    {
        kernel_writer& w = kernel_writer::current();
        w.open("if (" + text() + ") {");
        body();
        w.close();
    }
    template <class Done, class Body, class... Values>
    static void repeat_until(int cap, Done&& done, Body&& body, Values&...)
        requires(is_truth && S == spread::uniform)
    {
        kernel_writer& w = kernel_writer::current();
        std::string const pass = w.new_name();
        w.open("for (int " + pass + " = 0; " + pass + " < " + std::to_string(cap) + "; ++" + pass + ") {");
        w.line("if (" + done().text() + ") { break; }");
        body();
        w.close();
    }

private:
    struct silent {};
    explicit written(silent) {}

    static int declare(std::string const& value) { return kernel_writer::current().declare(type::name, value, S); }
    static int literal(T value) {
        return kernel_writer::current().declare(type::name, detail::written_literal<T, S>(value), S, true, true);
    }
    static int copy(written const& from) {
        kernel_writer& w = kernel_writer::current();
        int const made = declare(from.text());
        if (w.at(from.place_).is_own_lane) {
            w.mark_own_lane(made);
        }
        return made;
    }
    bool is_variable() const { return place_ >= 0 && kernel_writer::current().at(place_).variable >= 0; }
    static written infix(written const& a, char const* sign, written const& b) { return say(a.text() + sign + b.text()); }
    static truth compare(written const& a, char const* sign, written const& b) { return truth::say(a.text() + sign + b.text()); }

    template <class U, spread From>
    friend class written;

    std::int32_t place_ = -1;
};

using written_number = written<float, spread::lane>;
using written_scalar = written<float, spread::uniform>;
using written_word = written<std::uint32_t, spread::lane>;
using written_flag = written<std::uint32_t, spread::uniform>;
using written_mask = written<bool, spread::lane>;
using written_condition = written<bool, spread::uniform>;
using written_index = written<std::size_t, spread::uniform>;
static_assert(sizeof(written_number) == 4 && sizeof(written_scalar) == 4 && sizeof(written_flag) == 4 && sizeof(written_index) == 8);

}  // namespace lockstep
