// SPDX-License-Identifier: MIT
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/text/html_page.hpp>

namespace ls = lockstep;

TEST_CASE("a page holds what was added, in order, with its words escaped") {
    ls::html_page page("a < b");
    page.add_heading("<h>");
    page.add_sentence("c & d");
    page.add_table({{"x", "y"}, {{"1", "<2>"}, {"3"}}});
    page.add_picture({.title = "picture", .x_label = "", .y_label = "", .curves = {}});
    std::string const text = page.text();
    CHECK(text.starts_with("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>a &lt; b</title>\n"));
    CHECK(text.find("<h1>a &lt; b</h1>\n<h2>&lt;h&gt;</h2>\n<p>c &amp; d</p>\n<table>\n<tr><th>x</th><th>y</th></tr>\n"
                    "<tr><td>1</td><td>&lt;2&gt;</td></tr>\n<tr><td>3</td></tr>\n</table>\n<svg ") != std::string::npos);
    CHECK(text.ends_with("</svg>\n</html>\n"));
    CHECK(text.find("max-width: 100%; ") != std::string::npos);
}

TEST_CASE("a page loads nothing") {
    ls::html_page page("title");
    page.add_picture({.title = "picture", .x_label = "", .y_label = "", .curves = {}});
    for (char const* what : {"href", "src", "url(", "@import", "<script", "<link"}) {
        CHECK_MESSAGE(page.text().find(what) == std::string::npos, what);
    }
}
