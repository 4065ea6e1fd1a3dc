// SPDX-License-Identifier: MIT
// The operations of a recorded program, and what each one computes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include <lockstep/core/real.hpp>

namespace lockstep {

// clang-format off
/// The kind of a node of a recorded program. An operation's comment says what the operation does with the node's members a, b, c
/// and `value`. An operation without a comment computes from the operands a and b what its name says.
enum class operation : std::uint8_t {
    constant,      // value
    truth,         // a mask that holds everywhere (value 1) or nowhere (value 0)
    undefined,     // any number, because it is read only after it was overwritten
    input,         // the row `value` before the program runs
    constants,     // numbers that never change: list number `value` of program::constants
    table,         // `value` numbers that the program may change, undefined at first
    add, sub, mul, div, neg, sqrt, abs, min, max, round,
    fma,           // a * b + c, rounded once, with the signs that `value` says
    scale,         // a * 2^b
    exponent,
    select,        // a ? b : c
    with_bit,      // the word a with bit `value` set where b holds
    flip_first_difference,  // the word a with one bit flipped: the lowest bit in which the words a and b differ
    less, less_equal, equal, not_equal,
    bit,           // bit `value` of the word a
    differ,        // whether the words a and b differ
    both, either, negate,  // a && b, a || b, and !a
    any, none,     // conditions: whether the mask a holds in any lane, or in no lane
    load,          // the number of the table a at b + `value`; b is the same in all lanes
    lookup,        // the number of the constants a at b + `value`; b is the same in all lanes
    store,         // writes c to the table a at b + `value`; b is the same in all lanes
    scatter,       // writes c to the table a at b + `value`, with each lane's own b; lanes with b below zero write nothing
    phi,           // a if the region c was entered, else b
    variable,      // a variable of the loop c: a before the first pass, b after each pass
    region_begin,  // begins a region that ends at the node b and runs if the condition a holds
    region_end,    // ends the region a
    loop_begin,    // begins a loop that ends at the node b and runs at most `value` times
    loop_break,    // leaves the loop b if the condition a holds
    loop_end       // ends the loop a
};

inline constexpr std::string_view operation_names[] = {
    "constant", "truth", "undefined", "input", "constants", "table", "add", "sub", "mul", "div", "neg", "sqrt", "abs", "min",
    "max", "round", "fma", "scale", "exponent", "select", "with_bit", "flip_first_difference", "less", "less_equal", "equal",
    "not_equal", "bit", "differ", "both", "either", "negate", "any", "none", "load", "lookup", "store", "scatter", "phi",
    "variable", "region_begin", "region_end", "loop_begin", "loop_break", "loop_end"};
// clang-format on
static_assert(std::size(operation_names) == static_cast<std::size_t>(operation::loop_end) + 1);

constexpr std::string_view name(operation op) { return operation_names[static_cast<std::size_t>(op)]; }

/// The signs of an fma. The `value` of its node is their sum: 0 to 3.
inline constexpr int negated_product = 1, negated_addend = 2;

/// Returns whether the result of the operation is known before the program runs.
constexpr bool is_literal(operation op) { return op <= operation::undefined; }
/// Returns whether a node with the operation may be read in the whole program, even if it was first recorded in a region.
constexpr bool is_known_at_start(operation op) { return op <= operation::table; }
/// Returns whether the operation changes a table.
constexpr bool changes_table(operation op) { return op == operation::store || op == operation::scatter; }
/// Returns whether the operation computes a number or a mask from its operands. count_operations counts such operations.
constexpr bool is_arithmetic(operation op) { return operation::add <= op && op <= operation::negate; }
constexpr bool yields_mask(operation op) { return op == operation::truth || (operation::less <= op && op <= operation::negate); }
/// Returns whether the node's value is overwritten: at the end of a region, or after each pass of a loop.
constexpr bool is_overwritten(operation op) { return op == operation::phi || op == operation::variable; }
constexpr bool opens_block(operation op) { return op == operation::region_begin || op == operation::loop_begin; }
constexpr bool closes_block(operation op) { return op == operation::region_end || op == operation::loop_end; }

/// Returns whether an operation is a statement. Statements keep their order, whatever is computed between them.
constexpr bool is_statement(operation op) { return changes_table(op) || op >= operation::phi; }
/// Returns whether the operands a and b may be exchanged.
constexpr bool commutes(operation op) {
    using enum operation;
    return op == add || op == mul || op == fma || op == both || op == either;
}

/// Returns the result of an arithmetic operation (is_arithmetic) for one lane. a, b and c are the numbers of its operands, and
/// `value` is the number in its node. Masks are 0 or 1.
template <std::floating_point R>
R evaluate(operation op, R a, R b, R c, double value) {
    using traits = number_traits<R>;
    int const k = static_cast<int>(value);
    switch (op) {
    case operation::add: return a + b;
    case operation::sub: return a - b;
    case operation::mul: return a * b;
    case operation::div: return a / b;
    case operation::neg: return -a;
    case operation::sqrt: return traits::sqrt(a);
    case operation::abs: return traits::abs(a);
    case operation::min: return traits::min(a, b);
    case operation::max: return traits::max(a, b);
    case operation::round: return traits::round(a);
    case operation::fma: return traits::fma(k & negated_product ? -a : a, b, k & negated_addend ? -c : c);
    case operation::scale: return traits::scale(a, b);
    case operation::exponent: return traits::exponent(a);
    case operation::select: return a != R(0) ? b : c;
    case operation::with_bit: return traits::with_bit(a, b != R(0), k);
    case operation::flip_first_difference: return traits::flip_first_difference(a, b);
    case operation::less: return R(a < b);
    case operation::less_equal: return R(a <= b);
    case operation::equal: return R(a == b);
    case operation::not_equal: return R(a != b);
    case operation::bit: return R(traits::bit(a, k));
    case operation::differ: return R(traits::differ(a, b));
    case operation::both: return R(a != R(0) && b != R(0));
    case operation::either: return R(a != R(0) || b != R(0));
    case operation::negate: return R(a == R(0));
    default: return R(0);
    }
}

}  // namespace lockstep
