// SPDX-License-Identifier: MIT
// `recorded`, the number type that records the operations on it. While an object of type `recording` lives, code over `real` that
// runs on such numbers becomes a program. Ordinary loops of the code are unrolled, and ordinary ifs are decided while recording.
// `when` and `repeat_until` become regions and loops (program/recorded_region.hpp).
#pragma once

#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/program/fold.hpp>

namespace lockstep {

struct recording_options {
    /// Whether a repeat_until is recorded as regions in place of a loop, one region for each of its at most `cap` passes. The
    /// adjoint (program/adjoint.hpp) takes regions, but no loops.
    bool unroll = false;
    /// Whether a multiplication and the addition or subtraction that alone reads its result become one multiply-add
    /// (program/fuse.hpp).
    bool fuse = true;
    /// Whether the solver of constraints is recorded as one step of Newton's method with the active set of the state. If this is
    /// the active set of the solution, the step repeats the solution, and the derivative of the step is that of the solution
    /// (implicit function theorem). The option changes nothing for models whose solver uses a line search.
    bool at_solution = false;
};

/// A guard: while an object of this type lives, the operations of its thread on `recorded` numbers are recorded.
class recording {
public:
    explicit recording(std::size_t rows, recording_options const& options = {})
        : to_(rows), options_(options), outer_(std::exchange(innermost_, this)) {}
    ~recording() { innermost_ = outer_; }
    recording(recording const&) = delete;
    recording& operator=(recording const&) = delete;

    /// Returns the recording of this thread that began last. Throws std::logic_error if there is none.
    static recording& current() {
        if (innermost_ == nullptr) {
            throw std::logic_error("lockstep: a `recorded` number is used while nothing is being recorded");
        }
        return *innermost_;
    }

    builder& to() { return to_; }
    recording_options const& options() const { return options_; }

private:
    builder to_;
    recording_options options_;
    recording* outer_;
    static inline thread_local recording* innermost_ = nullptr;
};

/// A number of the program that is being recorded. `place` is the place of its node, or -1 until the number is set.
struct recorded {
    int place = -1;

    recorded() = default;
    template <class T>
        requires std::is_arithmetic_v<T>
    explicit recorded(T value) : place(write_constant(static_cast<double>(value))) {}
    static recorded at(int place) {
        recorded result;
        result.place = place;
        return result;
    }

    recorded& operator+=(recorded const& b) { return *this = *this + b; }
    recorded& operator-=(recorded const& b) { return *this = *this - b; }
    recorded& operator*=(recorded const& b) { return *this = *this * b; }
    recorded& operator/=(recorded const& b) { return *this = *this / b; }

    friend recorded operator+(recorded const& a, recorded const& b) { return write(operation::add, a, b); }
    friend recorded operator-(recorded const& a, recorded const& b) { return write(operation::sub, a, b); }
    friend recorded operator*(recorded const& a, recorded const& b) { return write(operation::mul, a, b); }
    friend recorded operator/(recorded const& a, recorded const& b) { return write(operation::div, a, b); }
    friend recorded operator-(recorded const& a) { return write(operation::neg, a); }

    /// Records op(operands...) and returns its result. The operands are numbers or masks. `value` is the number in the node.
    template <class Result = recorded, class... Operands>
    static Result write(operation op, Operands const&... operands) {
        return write<Result>(op, 0, operands...);
    }
    template <class Result = recorded, class... Operands>
    static Result write(operation op, int value, Operands const&... operands) {
        int places[3] = {-1, -1, -1};
        int k = 0;
        ((places[k++] = operands.place), ...);
        Result result;
        result.place = write_node(op, value, sizeof...(operands), places);
        return result;
    }

private:
    // Not inline: when this was inlined into the arithmetic of a whole robot, compilers took minutes.
    LOCKSTEP_NOINLINE static int write_node(operation op, int value, std::size_t operands, int const (&places)[3]) {
        builder& to = recording::current().to();
        for (std::size_t k = 0; k < operands; ++k) {
            to.check(places[k]);
        }
        return emit(to, op, places[0], places[1], places[2], value);
    }
    LOCKSTEP_NOINLINE static int write_constant(double value) { return recording::current().to().constant(value); }
};

/// The result of any(mask) while recording: the condition of a region, or of the exit of a loop.
struct recorded_condition {
    int place = -1;

    friend recorded_condition operator!(recorded_condition const& a) {
        builder& to = recording::current().to();
        node const n = to[a.place];
        if (to.is_truth(a.place)) {
            return {to.truth(n.value == 0)};
        }
        return {emit(to, n.op == operation::any ? operation::none : operation::any, n.a)};
    }

    template <class Body, class... Values>
    void when(Body&& body, Values&... values) const;

    template <class Done, class Body, class... Values>
    static void repeat_until(int cap, Done&& done, Body&& body, Values&... values);
};

/// A mask of the program that is being recorded: a truth value in each lane.
struct recorded_mask {
    int place = -1;

    explicit recorded_mask() = default;
    explicit recorded_mask(bool value) : place(recording::current().to().truth(value)) {}

    friend recorded_mask operator&&(recorded_mask const& a, recorded_mask const& b) { return write(operation::both, a, b); }
    friend recorded_mask operator||(recorded_mask const& a, recorded_mask const& b) { return write(operation::either, a, b); }
    friend recorded_mask operator!(recorded_mask const& a) { return write(operation::negate, a); }
    recorded_condition any() const { return recorded::write<recorded_condition>(operation::any, *this); }

private:
    template <class... Masks>
    static recorded_mask write(operation op, Masks const&... masks) {
        return recorded::write<recorded_mask>(op, masks...);
    }
};

inline recorded_mask operator<(recorded const& a, recorded const& b) {
    return recorded::write<recorded_mask>(operation::less, a, b);
}
inline recorded_mask operator>(recorded const& a, recorded const& b) { return b < a; }
inline recorded_mask operator<=(recorded const& a, recorded const& b) {
    return recorded::write<recorded_mask>(operation::less_equal, a, b);
}
inline recorded_mask operator>=(recorded const& a, recorded const& b) { return b <= a; }
inline recorded_mask operator==(recorded const& a, recorded const& b) {
    return recorded::write<recorded_mask>(operation::equal, a, b);
}
inline recorded_mask operator!=(recorded const& a, recorded const& b) {
    return recorded::write<recorded_mask>(operation::not_equal, a, b);
}

template <>
struct number_traits<recorded> {
    using R = recorded;
    using mask = recorded_mask;
    static R constant(double value) { return R(value); }
    static R select(mask const& m, R const& a, R const& b) { return R::write(operation::select, m, a, b); }
    static R min(R const& a, R const& b) { return R::write(operation::min, a, b); }
    static R max(R const& a, R const& b) { return R::write(operation::max, a, b); }
    static R abs(R const& a) { return R::write(operation::abs, a); }
    static R round(R const& a) { return R::write(operation::round, a); }
    static R sqrt(R const& a) { return R::write(operation::sqrt, a); }
    static R fma(R const& a, R const& b, R const& c) { return R::write(operation::fma, a, b, c); }
    static R scale(R const& a, R const& n) { return R::write(operation::scale, a, n); }
    static R exponent(R const& a) { return R::write(operation::exponent, a); }
    static R empty_word() { return R(0); }
    static mask bit(R const& word, int k) { return R::write<mask>(operation::bit, k, word); }
    static R with_bit(R const& word, mask const& m, int k) { return R::write(operation::with_bit, k, word, m); }
    static mask differ(R const& a, R const& b) { return R::write<mask>(operation::differ, a, b); }
    static R flip_first_difference(R const& a, R const& b) { return R::write(operation::flip_first_difference, a, b); }
    static bool begins_at_solution() { return recording::current().options().at_solution; }
    static R undefined() { return R::at(recording::current().to().undefined()); }
};
static_assert(real<recorded>);

template <std::size_t Entries, std::size_t Columns>
class table<recorded, Entries, Columns> {
public:
    recorded at(recorded const& entry, std::size_t column) const {
        return recorded::at(to().statement(access(operation::load, entry, column)));
    }
    void set(recorded const& entry, std::size_t column, recorded const& value) { write(operation::store, entry, column, value); }
    void scatter(recorded const& entry, std::size_t column, recorded const& value) {
        write(operation::scatter, entry, column, value);
    }

private:
    static builder& to() { return recording::current().to(); }
    node access(operation op, recorded const& entry, std::size_t column) const {
        return {.op = op, .a = place_, .b = (entry * recorded(Columns)).place, .value = static_cast<double>(column)};
    }
    void write(operation op, recorded const& entry, std::size_t column, recorded const& value) {
        to().check(value.place);
        node n = access(op, entry, column);
        n.c = value.place;
        to().statement(n);
    }

    int place_ = to().table(Entries * Columns);
};

template <std::size_t Columns>
class constant_table<recorded, Columns> {
public:
    explicit constant_table(std::vector<double> const& numbers) : place_(recording::current().to().constants(numbers)) {}

    recorded at(recorded const& entry, std::size_t column) const {
        return recorded::at(recording::current().to().statement({.op = operation::lookup,
                                                                 .a = place_,
                                                                 .b = (entry * recorded(Columns)).place,
                                                                 .value = static_cast<double>(column)}));
    }

private:
    int place_;
};

}  // namespace lockstep
