// SPDX-License-Identifier: MIT
// A table on the disk, written row by row, so that a spreadsheet or pandas can read it during the training. If the disk is full,
// the table ends, but the program goes on.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/storage/file_suffix.hpp>
#include <lockstep/io/storage/growing_file.hpp>
#include <lockstep/io/text/show_number.hpp>

namespace lockstep {

/// R models table_row if for_each_column(row, visit) calls visit(name, number) for each column of the row. All rows must have the
/// same columns. For example metrics.
template <class R>
concept table_row = requires(R const& row) {
    for_each_column(row, [](std::string_view, auto const&) {});
};

/// A CSV file: a line of column names, then one line for each row. Numbers are written in full: a reader gets the same bits.
template <table_row Row>
class csv : public growing_file {
public:
    /// Replaces the file at `path`. If `rows` is above 0, the file keeps its first `rows` rows, loses the others, and continues
    /// after the rows that it keeps. A resumed training needs this. Throws std::runtime_error, naming the file, if the file
    /// cannot be written, has other columns or has fewer than `rows` rows. Throws std::invalid_argument if `path` has another
    /// format's suffix (check_suffix).
    explicit csv(std::string const& path, std::size_t rows = 0) : csv(path, rows, path) {}

    /// Like the constructor above, but takes the first `rows` rows from the table at `from`. The file at `from` stays unchanged,
    /// unless it is the file at `path`. If it is missing and `lost` is left_empty, the file begins with `rows` empty lines, which
    /// readers such as pandas skip.
    LOCKSTEP_COLD csv(std::string const& path, std::size_t rows, std::string const& from, lost_rows lost = lost_rows::refused)
        : growing_file(check_suffix(path, ".csv"), rows, from, end_of_row,
                       lost == lost_rows::left_empty ? header() + std::string(rows, '\n') : "") {
        if (rows == 0) {
            write(header());
            require_good();
        }
    }

    /// Adds a row. If the row cannot be written, good() is false from then on (io/storage/growing_file.hpp).
    void append(Row const& row) {
        std::string line;
        for_each_column(row, [&](std::string_view, auto value) { add(line, value); });
        line.back() = '\n';
        write(line);
    }

private:
    template <class Number>
    LOCKSTEP_COLD static void add(std::string& line, Number value) {
        line.append(show_number(value)).append(1, ',');
    }

    LOCKSTEP_COLD static std::size_t end_of_row(std::string const& path, std::string const& text, std::size_t rows) {
        if (!text.starts_with(header())) {
            throw std::runtime_error(formatted("%s: does not begin with the columns of this table", path.c_str()));
        }
        std::size_t end = header().size();
        for (std::size_t row = 0; row < rows; ++row) {
            end = text.find('\n', end) + 1;
            if (end == 0) {
                throw std::runtime_error(
                    formatted("%s: has %zu whole rows; %zu are needed to continue", path.c_str(), row, rows));
            }
        }
        return end;
    }

    LOCKSTEP_COLD static std::string header() {
        std::string line;
        for_each_column(Row{}, [&](std::string_view name, auto) LOCKSTEP_COLD { line.append(name).append(1, ','); });
        line.back() = '\n';
        return line;
    }
};

}  // namespace lockstep
