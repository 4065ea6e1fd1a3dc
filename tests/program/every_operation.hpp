// SPDX-License-Identifier: MIT
// A kernel over `real` whose recording has every operation that a program may have.
#pragma once

#include <span>
#include <vector>

#include <lockstep/core/real.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/core/word.hpp>

namespace lockstep_test {

namespace ls = lockstep;

inline constexpr std::size_t every_operation_rows = 6;
inline std::vector<double> const every_operation_constants{0.1, -7, 1e-30, 3, 1e30, -0.3};

/// Of any numbers up to some hundreds in size.
template <ls::real R>
void every_operation(std::span<R> x) {
    using traits = ls::number_traits<R>;
    R const size = ls::abs(x[0]) + R(0.1), ratio = x[1] / size, root = ls::sqrt(size);
    R const low = ls::min(x[2], ratio), high = ls::max(-x[3], root);
    R const whole = ls::clamp(ls::round(x[4]), R(-8), R(8));
    R const scaled = traits::scale(size, whole) * ls::fma(x[1], x[2], -x[3]);

    R word = traits::with_bit(traits::with_bit(ls::empty_word<R>(), x[0] < x[1] && x[1] <= x[2], 3), x[2] == x[3], 23);
    R const other = traits::with_bit(word, x[3] != x[4] || !(x[0] < x[4]), 5);
    R const marked = ls::select(ls::bit(ls::flip_first_difference(word, other), 5), low, high);
    word = ls::select(ls::differ(word, other), x[0], x[1]);

    // In a list: where it is wanted, four numbers and constants of their own.
    ls::table<R, 5, 2> list;
    ls::constant_table<R, 3> const constants(every_operation_constants);
    for (int row = 0; row < 5; ++row) {
        list.set(R(row), 0, x[0] - R(row));
        list.set(R(row), 1, marked);
    }
    list.scatter(ls::select(low < high, ls::abs(ls::clamp(whole, R(-4), R(4))), R(-1)), 0, scaled);
    R sum(0), row(0), previous(0), hint = ls::undefined<R>();
    ls::mask_t<R> is_even(true);
    ls::repeat_until(
        5, [&] { return !ls::any(row < ls::abs(whole)); },
        [&] {
        auto const active = row < ls::abs(whole);
        R const here = list.at(row, 0) * constants.at(ls::min(row, R(1)), 2) + list.at(row, 1);
        previous = sum;
        sum = ls::select(active, sum + here, sum);
        row = ls::select(active, row + R(1), row);
        is_even = (active && !is_even) || (!active && is_even);
        },
        sum, row, previous, is_even);
    auto const is_large = R(10) < ls::abs(sum);
    ls::when(
        ls::any(is_large),
        [&] {
        hint = ls::select(is_large, traits::exponent(ls::abs(sum) + R(1)), R(0));
        sum = ls::select(is_large, ls::sqrt(ls::abs(sum)), sum);
        },
        sum, hint);

    R const first = x[0];
    x[0] = x[5];  // from another row, as are the next
    x[5] = first;
    x[1] = sum;
    x[2] = ls::select(is_even, previous, row);
    x[3] = ls::select(is_large, hint, marked) + word;
    x[4] = scaled;
}

}  // namespace lockstep_test
