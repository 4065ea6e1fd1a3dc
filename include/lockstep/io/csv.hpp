// SPDX-License-Identifier: MIT
// A table on the disk, a row at a time: what a spreadsheet or pandas reads while training still runs.
#pragma once

#include <charconv>
#include <concepts>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/io/file.hpp>

namespace lockstep {

/// R models table_row if for_each_column(row, visit) calls visit(name, number) for its columns, always the same ones;
/// for example metrics.
template <class R>
concept table_row = requires(R const& row) { for_each_column(row, [](std::string_view, auto const&) {}); };

/// A CSV file with one line a row under a line of column names. Numbers are written in full: reading them gives the
/// same bits.
template <table_row Row>
class csv {
public:
    /// Replaces what stands at `path`. Throws std::runtime_error, naming it, if it cannot be written.
    explicit csv(std::filesystem::path path)
        : path_(std::move(path)), file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
        if (file_.number() < 0) {
            detail::throw_file_error(path_, "cannot be written");
        }
        std::string line;
        for_each_column(Row{}, [&](std::string_view name, auto) { (line += name) += ','; });
        write(std::move(line));
    }

    /// Adds a row; it is with the system, and so safe from a crash of the program, when this returns.
    void append(Row const& row) {
        std::string line;
        for_each_column(row, [&](std::string_view, auto value) {
            char text[32];
            (line += std::string_view(text, std::to_chars(text, text + sizeof(text), value).ptr)) += ',';
        });
        write(std::move(line));
    }

private:
    void write(std::string line) {
        line.back() = '\n';
        if (!detail::write_all(file_.number(), line)) {
            detail::throw_file_error(path_, "cannot be written");
        }
    }

    std::filesystem::path path_;
    detail::descriptor file_;
};

}  // namespace lockstep
