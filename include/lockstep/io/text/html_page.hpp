// SPDX-License-Identifier: MIT
// A page of HTML with headings, sentences, tables and pictures, one below the other. A browser shows it without a network.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/chart.hpp>
#include <lockstep/io/text/escape_markup.hpp>

namespace lockstep {

/// Rows of cells under the names of the columns.
struct text_table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows = {};
};

class html_page {
public:
    LOCKSTEP_COLD explicit html_page(std::string_view title) {
        std::string const words = escape_markup(title);
        text_ = formatted(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>%s</title>\n<style>\n"
            "body { font: 15px/1.5 Helvetica, Arial, sans-serif; color: #222; max-width: 860px; margin: 2em auto; }\n"
            "table { border-collapse: collapse; }\n"
            "td, th { text-align: left; padding: 2px 18px 2px 0; border-bottom: 1px solid #ddd; vertical-align: top; }\n"
            "svg { max-width: 100%%; height: auto; }\n"
            "</style>\n<h1>%s</h1>\n",
            words.c_str(), words.c_str());
    }

    LOCKSTEP_COLD void add_heading(std::string_view words) { text_ += "<h2>" + escape_markup(words) + "</h2>\n"; }
    LOCKSTEP_COLD void add_sentence(std::string_view words) { text_ += "<p>" + escape_markup(words) + "</p>\n"; }
    LOCKSTEP_COLD void add_picture(chart const& picture) { text_ += to_svg(picture); }

    LOCKSTEP_COLD void add_table(text_table const& table) {
        text_ += "<table>\n";
        add_row(table.columns, "th");
        for (std::vector<std::string> const& row : table.rows) {
            add_row(row, "td");
        }
        text_ += "</table>\n";
    }

    /// Returns the page so far.
    std::string text() const { return text_ + "</html>\n"; }

private:
    LOCKSTEP_COLD void add_row(std::vector<std::string> const& cells, char const* kind) {
        text_ += "<tr>";
        for (std::string const& cell : cells) {
            text_ += formatted("<%s>%s</%s>", kind, escape_markup(cell).c_str(), kind);
        }
        text_ += "</tr>\n";
    }

    std::string text_;
};

}  // namespace lockstep
