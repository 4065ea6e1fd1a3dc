// SPDX-License-Identifier: MIT
// A table of results as text, as CSV and as a picture.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/io/chart.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/text/html_page.hpp>

namespace bench {

/// Cells without commas; an empty cell is what could not be measured, and a note says what fills it.
class result_table {
public:
    result_table(std::string name, std::string title, std::vector<std::string> columns)
        : name_(std::move(name)), title_(std::move(title)), table_{std::move(columns)} {}

    void add(std::vector<std::string> cells) {
        if (cells.size() != table_.columns.size()) {
            throw std::invalid_argument(name_ + ": a row has " + std::to_string(cells.size()) + " cells");
        }
        table_.rows.push_back(std::move(cells));
    }
    /// "EMPTY CELLS: what fills them".
    void add_note(std::string note) { notes_.push_back(std::move(note)); }

    /// Columns that are as wide as their longest cell.
    std::string text() const {
        std::vector<std::size_t> widths(table_.columns.size());
        auto lines = table_.rows;
        lines.insert(lines.begin(), table_.columns);
        for (auto const& line : lines) {
            for (std::size_t i = 0; i < line.size(); ++i) {
                widths[i] = std::max(widths[i], line[i].size());
            }
        }
        std::string result = title_ + '\n';
        for (auto const& line : lines) {
            for (std::size_t i = 0; i < line.size(); ++i) {
                result += "  " + (i == 0 ? line[i] + std::string(widths[i] - line[i].size(), ' ')
                                         : std::string(widths[i] - line[i].size(), ' ') + line[i]);
            }
            result += '\n';
        }
        for (std::string const& note : notes_) {
            result += "  " + note + '\n';
        }
        return result;
    }

    std::string csv() const {
        std::string result;
        auto const add_line = [&](std::vector<std::string> const& line) {
            for (std::size_t i = 0; i < line.size(); ++i) {
                result += (i == 0 ? "" : ",") + line[i];
            }
            result += '\n';
        };
        add_line(table_.columns);
        std::for_each(table_.rows.begin(), table_.rows.end(), add_line);
        return result;
    }

    /// Prints the text, and leaves NAME.txt, NAME.csv and NAME.svg in a folder, which it makes if it is not there.
    void publish(std::string const& folder, lockstep::chart const& picture) const {
        std::string const path = lockstep::make_folder(folder) + "/" + name_, words = text();
        lockstep::write_file(path + ".txt", words);
        lockstep::write_file(path + ".csv", csv());
        lockstep::save_chart(path + ".svg", picture);
        std::printf("%s", words.c_str());
        std::fflush(stdout);
    }

private:
    std::string name_, title_;
    lockstep::text_table table_;
    std::vector<std::string> notes_;
};

}  // namespace bench
