// SPDX-License-Identifier: MIT
// Numbers in rows that are found by a number: what a loop over rows needs, and a list that every lane fills on its own.
// Code over `real` has no other memory; while recording, a table becomes an array of the program.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <lockstep/core/real.hpp>

namespace lockstep {

/// Rows x Columns numbers, without value until they are set. A row is a whole number below Rows.
template <real R, std::size_t Rows, std::size_t Columns>
class table {
public:
    /// Of a row that is the same in all lanes.
    LOCKSTEP_INLINE R at(R const& row, std::size_t column) const { return numbers_[place(row, column)]; }
    LOCKSTEP_INLINE void set(R const& row, std::size_t column, R const& value) { numbers_[place(row, column)] = value; }

    /// In each lane at a row of its own; lanes whose row is below zero set nothing.
    LOCKSTEP_INLINE void scatter(R const& row, std::size_t column, R const& value) {
        number_traits<R>::scatter(numbers_.data() + column, row * R(Columns), value);
    }

private:
    LOCKSTEP_INLINE static std::size_t place(R const& row, std::size_t column) {
        return static_cast<std::size_t>(number_traits<R>::index(row)) * Columns + column;
    }

    std::array<R, Rows * Columns> numbers_;
};

/// Rows of Columns numbers that never change. Rows are found as those of a table.
template <real R, std::size_t Columns>
class constant_table {
public:
    explicit constant_table(std::vector<double> const& numbers) : numbers_(numbers) {}

    LOCKSTEP_INLINE R at(R const& row, std::size_t column) const {
        return R(numbers_[static_cast<std::size_t>(number_traits<R>::index(row)) * Columns + column]);
    }

private:
    std::vector<double> const& numbers_;
};

}  // namespace lockstep
