// SPDX-License-Identifier: MIT
// A table: entries of a few numbers each. The index of an entry is itself a number R. Loops over entries need a table, and so do
// lists that each lane fills on its own. Code over `real` has no other memory with such an index. While recording, a table
// becomes an array of the program.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <lockstep/core/real.hpp>

namespace lockstep {

/// Entries x Columns numbers, which have no value until they are set. The index of an entry is a whole number in [0, Entries).
template <real R, std::size_t Entries, std::size_t Columns>
class table {
public:
    /// at() returns and set() writes number `column` of the entry with the index `entry`, which must be the same in all lanes.
    LOCKSTEP_INLINE R at(R const& entry, std::size_t column) const { return numbers_[place(entry, column)]; }
    LOCKSTEP_INLINE void set(R const& entry, std::size_t column, R const& value) { numbers_[place(entry, column)] = value; }

    /// Writes each lane of `value` to number `column` of an entry. The index `entry` may differ between lanes. Lanes whose index
    /// is below zero write nothing.
    LOCKSTEP_INLINE void scatter(R const& entry, std::size_t column, R const& value) {
        number_traits<R>::scatter(numbers_.data() + column, entry * R(Columns), value);
    }

private:
    LOCKSTEP_INLINE static std::size_t place(R const& entry, std::size_t column) {
        return static_cast<std::size_t>(number_traits<R>::index(entry)) * Columns + column;
    }

    std::array<R, Entries * Columns> numbers_;
};

/// A table whose numbers never change: entries of Columns numbers each, with indices as in `table`. The vector `numbers` must
/// live as long as the table, which does not copy it.
template <real R, std::size_t Columns>
class constant_table {
public:
    explicit constant_table(std::vector<double> const& numbers) : numbers_(numbers) {}

    LOCKSTEP_INLINE R at(R const& entry, std::size_t column) const {
        return R(numbers_[static_cast<std::size_t>(number_traits<R>::index(entry)) * Columns + column]);
    }

private:
    std::vector<double> const& numbers_;
};

}  // namespace lockstep
