// SPDX-License-Identifier: MIT
// ordered_sum: a sum in a fixed order, so that it has the same bits for lanes of any width.
#pragma once

#include <bit>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/world.hpp>

namespace lockstep {

/// The sum of numbers that come in rows of lanes. Number i, which is lane i mod width of row i / width, is added to partial sum i
/// mod 32. Each partial sum begins at 0 and grows in the order of i. At last partial sum j + 16 is added to partial sum j, then j
/// + 8, j + 4, j + 2 and j + 1.
template <real R>
class ordered_sum {
public:
    static constexpr std::size_t partial_sums = 32;
    static constexpr std::size_t rows = partial_sums / width_of<R>;  ///< rows of lanes with the partial sums

    /// The partial sums to which row number `row` is added, for more than an addition.
    LOCKSTEP_INLINE R& partial(std::size_t row) { return sums_[row % rows]; }

    LOCKSTEP_INLINE void add(std::size_t row, R const& x) { partial(row) = partial(row) + x; }

    /// After an odd number of rows: the next row counts as row 0. This exchanges the two partial sums, which changes no bit,
    /// because the last addition joins them. A text needs it, since there a number cannot choose a partial sum.
    void begin_anew_after_odd_rows()
        requires(rows == 2)
    {
        R const second = sums_[1];
        sums_[1] = sums_[0];
        sums_[0] = second;
    }

    LOCKSTEP_INLINE auto total() const {
        R x[rows];
        for (std::size_t i = 0; i < rows; ++i) {
            x[i] = sums_[i];
        }
        for (std::size_t half = rows / 2; half > 0; half /= 2) {
            for (std::size_t i = 0; i < half; ++i) {
                x[i] = x[i] + x[i + half];
            }
        }
        return fold(x[0]);
    }

private:
    template <real N>
    LOCKSTEP_INLINE static auto fold(N const& x) {
        if constexpr (is_written<N>) {
            return number_traits<N>::fold(x);
        } else if constexpr (width_of<N> == 1) {
            return x;
        } else if constexpr (width_of<N> == 2) {
            return x[0] + x[1];
        } else {
            struct halves {
                lanes<width_of<N> / 2> low, high;
            };
            halves const h = std::bit_cast<halves>(x);
            return fold(h.low + h.high);
        }
    }

    R sums_[rows] = {};
};

/// Calls body(row, i) for each row of `count` numbers, where i is the index of the row's first number. If R is lanes, count is a
/// multiple of 16. `row` starts at 0 again after as many rows as ordered_sum has. It is a constant, so partial sums stay in
/// registers.
template <real R, class Body>
LOCKSTEP_INLINE void for_each_row(std::size_t count, Body const& body) {
    constexpr std::size_t all = ordered_sum<R>::partial_sums, width = width_of<R>;
    if constexpr (is_written<R>) {
        using W = world_of_rows_t<R>;
        for (auto const pass : W::range(count / all)) {
            for (std::size_t row = 0; row < all / width; ++row) {
                body(row, pass * all + row * width);
            }
        }
        for (std::size_t i = count / all * all, row = 0; i < count; i += width, ++row) {
            body(row, typename W::index(i));
        }
        return;
    }
    std::size_t i = 0;
    for (; i + all <= count; i += all) {
#pragma GCC unroll 8
        for (std::size_t row = 0; row < all / width; ++row) {
            body(row, i + row * width);
        }
    }
    if constexpr (width == 1) {
        for (std::size_t row = 0; i < count; ++row, ++i) {
            body(row, i);
        }
    } else if (i < count) {
#pragma GCC unroll 4
        for (std::size_t row = 0; row < all / width / 2; ++row) {
            body(row, i + row * width);
        }
    }
}

/// The ordered sum of `rows` rows. add(partial, row) adds a row to its partial sums.
template <class W, class Add>
LOCKSTEP_INLINE typename W::scalar ordered_sum_of(typename W::index const& rows, Add add) {
    using sum_type = ordered_sum<typename W::number>;
    sum_type sum;
    for (auto const pass : W::range(rows / sum_type::rows)) {
#pragma GCC unroll 8  // so that partial sums stay in registers
        for (std::size_t r = 0; r < sum_type::rows; ++r) {
            add(sum.partial(r), pass * sum_type::rows + r);
        }
    }
    auto const whole = rows / sum_type::rows * sum_type::rows;
    for (std::size_t r = 0; r + 1 < sum_type::rows; ++r) {
        when(whole + r < rows, [&] { add(sum.partial(r), whole + r); });
    }
    return sum.total();
}
/// The ordered sum of the rows at(row).
template <class W, class At>
LOCKSTEP_INLINE typename W::scalar sum_of_rows(typename W::index const& rows, At at) {
    using R = typename W::number;
    return ordered_sum_of<W>(rows, [&](R& partial, auto const& row) { partial = partial + at(row); });
}

}  // namespace lockstep
