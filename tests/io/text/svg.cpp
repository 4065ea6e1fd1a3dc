// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/io/text/svg.hpp>

namespace ls = lockstep;

TEST_CASE("a page has its size and what was drawn, in order") {
    ls::svg_page page(20, 10);
    page.line(std::array{ls::page_point{1, 2}, ls::page_point{3.25, 4}}, "red");
    page.line(std::array{ls::page_point{5, 6}}, "blue", 1.5);
    page.line({}, "green");
    page.line(std::array{ls::page_point{0, 0}, ls::page_point{9, 9}}, "black", 2, "8 4");
    page.fill(std::array{ls::page_point{0, 0}, ls::page_point{1, 0}, ls::page_point{1, 1.5}}, "red", 0.25);
    page.write({7, 8}, "<words>", {.anchor = "end", .size = 9, .bold = true, .upwards = true});
    CHECK(page.text() ==
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\" font-family=\"Helvetica, Arial, sans-serif\">\n"
          "<rect width=\"20\" height=\"10\" fill=\"white\"/>\n"
          "<polyline points=\"1,2 3.25,4\" fill=\"none\" stroke=\"red\" stroke-width=\"1\" stroke-linejoin=\"round\"/>\n"
          "<circle cx=\"5\" cy=\"6\" r=\"3\" fill=\"blue\"/>\n"
          "<polyline points=\"0,0 9,9\" fill=\"none\" stroke=\"black\" stroke-width=\"2\" stroke-linejoin=\"round\" "
          "stroke-dasharray=\"8 4\"/>\n"
          "<polygon points=\"0,0 1,0 1,1.5\" fill=\"red\" fill-opacity=\"0.25\"/>\n"
          "<text transform=\"translate(7 8) rotate(-90)\" text-anchor=\"end\" font-size=\"9\" font-weight=\"bold\" "
          "fill=\"#404040\">&lt;words&gt;</text>\n"
          "</svg>\n");
}
