// SPDX-License-Identifier: MIT
// What every row of a table promises.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace support {

/// Checks that every member of `row` but its warnings and seconds_with_compilation is one column, the first of them `first`, and
/// the last `last`.
template <class Row>
void check_columns(Row const& row, double first, double last) {
    std::set<std::string> names;
    double front = 0, back = 0;
    constexpr std::size_t apart = sizeof(row.warnings) + sizeof(row.seconds_with_compilation);
    std::size_t bytes = apart;
    for_each_column(row, [&](std::string_view name, auto value) {
        front = names.empty() ? static_cast<double>(value) : front;
        back = static_cast<double>(value);
        names.insert(std::string(name));
        bytes += sizeof(value);
    });
    CHECK(front == first);
    CHECK(back == last);
    CHECK(bytes == sizeof(Row));
    CHECK(names.size() == (sizeof(Row) - apart) / 8);
}

}  // namespace support
