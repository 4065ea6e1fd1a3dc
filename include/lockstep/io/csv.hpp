// SPDX-License-Identifier: MIT
// A table on the disk, written row by row, so that a spreadsheet or pandas can read it during the training. If the disk is full,
// the table ends, but the program goes on.
#pragma once

#include <cerrno>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/core/macros.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/formatted.hpp>

namespace lockstep {

/// R models table_row if for_each_column(row, visit) calls visit(name, number) for its columns, always the same ones;
/// for example metrics.
template <class R>
concept table_row = requires(R const& row) {
    for_each_column(row, [](std::string_view, auto const&) {});
};

/// A CSV file with one line a row under a line of column names. Numbers are written in full: reading them gives the
/// same bits.
template <table_row Row>
class csv {
public:
    /// Replaces the file at `path`. With `rows` above 0 it keeps the first `rows` rows, removes the others and continues after
    /// them, as a resumed training does. Throws std::runtime_error that names the file if it cannot be written, or if it does not
    /// have those rows under the same columns.
    explicit csv(std::string path, std::size_t rows = 0)
        : path_(std::move(path)),
          file_(::open(path_.c_str(), O_WRONLY | O_CLOEXEC | (rows == 0 ? O_CREAT | O_TRUNC : O_APPEND), 0666)) {
        if (file_.number() < 0 && rows > 0 && errno == ENOENT) {
            throw std::runtime_error(formatted("%s: is missing, with the %zu rows to go on from", path_.c_str(), rows));
        }
        if (file_.number() < 0) {
            detail::throw_file_error(path_, "cannot be written");
        }
        if (rows == 0) {
            write(header());
            require_good();
        } else if (::ftruncate(file_.number(), static_cast<::off_t>(end_of_row(path_, read_file(path_), rows))) != 0) {
            detail::throw_file_error(path_, "cannot be written");
        }
    }

    /// Continues after the first `rows` rows of the table at `from`. That file is unchanged, unless it is the one at `path`.
    csv(std::string const& path, std::size_t rows, std::string const& from) : csv(path, copied(path, rows, from)) {}

    /// Adds a row. When this returns the operating system has it, so it survives a crash of the program. If it cannot be
    /// written (the disk is full), this and every later row are left out.
    void append(Row const& row) {
        std::string line;
        for_each_column(row, [&](std::string_view, auto value) { add(line, value); });
        line.back() = '\n';
        write(line);
    }

    /// Writes the rows to the disk, so that they survive a power cut. If that fails, the table ends as in append.
    void sync() {
        // A pipe and other files without a disk answer EINVAL, and need no sync.
        if (error_ == 0 && ::fdatasync(file_.number()) != 0 && errno != EINVAL) {
            error_ = errno;
        }
    }

    /// Whether every row was written. A training that needs its table asks it.
    bool good() const { return error_ == 0; }

    /// Throws std::runtime_error, naming the table, unless every row was written.
    void require_good() const {
        if (error_ != 0) {
            detail::throw_file_error(path_, "cannot be written", error_);
        }
    }

    /// Ends the table. Throws std::runtime_error, naming it, if a row could not be written.
    void close() {
        if (error_ == 0 && !file_.close()) {
            error_ = errno;
        }
        require_good();
    }

private:
    template <class Number>
    LOCKSTEP_COLD static void add(std::string& line, Number value) {
        char text[32];
        line.append(text, std::to_chars(text, text + sizeof(text), value).ptr).append(1, ',');
    }

    static std::size_t copied(std::string const& path, std::size_t rows, std::string const& from) {
        if (rows != 0 && path != from) {
            std::string const text = read_file(from);
            write_file(path, text.substr(0, end_of_row(from, text, rows)));
        }
        return rows;
    }

    static std::size_t end_of_row(std::string const& path, std::string const& text, std::size_t rows) {
        if (!text.starts_with(header())) {
            throw std::runtime_error(formatted("%s: does not begin with the columns of this table", path.c_str()));
        }
        std::size_t end = header().size();
        for (std::size_t row = 0; row < rows; ++row) {
            end = text.find('\n', end) + 1;
            if (end == 0) {
                throw std::runtime_error(
                    formatted("%s: has %zu whole rows, not the %zu to go on from", path.c_str(), row, rows));
            }
        }
        return end;
    }

    static std::string header() {
        std::string line;
        for_each_column(Row{}, [&](std::string_view name, auto) LOCKSTEP_COLD { line.append(name).append(1, ','); });
        line.back() = '\n';
        return line;
    }

    void write(std::string_view line) {
        if (error_ == 0 && !detail::write_all(file_.number(), line)) {
            error_ = errno;
        }
    }

    std::string path_;
    detail::descriptor file_;
    int error_ = 0;  ///< of the first row that could not be written
};

}  // namespace lockstep
