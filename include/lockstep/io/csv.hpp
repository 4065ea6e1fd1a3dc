// SPDX-License-Identifier: MIT
// A table on the disk, a row at a time: what a spreadsheet or pandas reads while training still runs. A disk that fills up
// ends the table and not the program, which may have more to save.
#pragma once

#include <cerrno>
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/core/macros.hpp>
#include <lockstep/io/file.hpp>

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
    /// Replaces what stands at `path`. Throws std::runtime_error, naming it, if it cannot be written.
    explicit csv(std::string path)
        : path_(std::move(path)), file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
        if (file_.number() < 0) {
            detail::throw_file_error(path_, "cannot be written");
        }
        std::string line;
        for_each_column(Row{}, [&](std::string_view name, auto) { line.append(name).append(1, ','); });
        write(std::move(line));
        require_good();
    }

    /// Adds a row; it is with the system, and so safe from a crash of the program, when this returns. If it cannot be
    /// written (the disk is full), this and every later row are left out.
    void append(Row const& row) {
        std::string line;
        for_each_column(row, [&](std::string_view, auto value) { add(line, value); });
        write(std::move(line));
    }

    /// Whether every row was written: what a training asks that would not go on without its table.
    bool good() const { return error_ == 0; }

    /// Ends the table. Throws std::runtime_error, naming it, if a row could not be written.
    void close() {
        if (error_ == 0 && !file_.close()) {
            error_ = errno;
        }
        require_good();
    }

private:
    template <class Number>
    LOCKSTEP_NOINLINE static void add(std::string& line, Number value) {
        char text[32];
        line.append(text, std::to_chars(text, text + sizeof(text), value).ptr).append(1, ',');
    }

    void write(std::string line) {
        line.back() = '\n';
        if (error_ == 0 && !detail::write_all(file_.number(), line)) {
            error_ = errno;
        }
    }

    void require_good() const {
        if (error_ != 0) {
            detail::throw_file_error(path_, "cannot be written", error_);
        }
    }

    std::string path_;
    detail::descriptor file_;
    int error_ = 0;  ///< of the first row that could not be written
};

}  // namespace lockstep
