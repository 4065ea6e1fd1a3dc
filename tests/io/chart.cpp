// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include <lockstep/io/chart.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

TEST_CASE("ticks are round, few, and enclose the values") {
    CHECK(ls::round_ticks(0, 10, 5) == std::vector<double>{0, 2, 4, 6, 8, 10});
    CHECK(ls::round_ticks(-285, 5400, 8) == std::vector<double>{-1000, 0, 1000, 2000, 3000, 4000, 5000, 6000});
    for (double const low : {-1e9, -12.3, -1e-7, 0.0, 3e-5, 7.0}) {
        for (double const extent : {1e-6, 0.3, 1.0, 99.0, 1e7}) {
            auto const ticks = ls::round_ticks(low, low + extent, 8);
            CAPTURE(low);
            CAPTURE(extent);
            CHECK(ticks.size() >= 3);
            CHECK(ticks.size() <= 9);
            CHECK(ticks.front() <= low + 1e-9 * extent);
            CHECK(ticks.back() >= low + extent * (1 - 1e-9));
        }
    }
}

TEST_CASE("one value alone still has an axis") {
    auto const ticks = ls::round_ticks(3, 3, 8);
    CHECK(ticks.front() < 3);
    CHECK(ticks.back() > 3);
}

TEST_CASE("an axis maps its range to its ends and labels them shortly") {
    ls::chart_axis const steps{0, 4e6, 100, 300, {0, 2e6, 4e6}};
    CHECK(steps.at(0) == 100);
    CHECK(steps.at(4e6) == 300);
    CHECK(steps.at(1e6) == 150);
    CHECK(steps.label(2e6) == "2 M");
    CHECK(ls::chart_axis{0, 5000, 0, 1, {0, 5000}}.label(5000) == "5000");
}

TEST_CASE("a curve keeps the values that are finite") {
    ls::curve curve{.name = "return"};
    curve.add(1, std::numeric_limits<double>::quiet_NaN());
    curve.add(2, 5);
    curve.add(std::numeric_limits<double>::infinity(), 5);
    REQUIRE(curve.points.size() == 1);
    CHECK(curve.points[0].x == 2);
}

TEST_CASE("the picture shows its curves and words, with what XML reserves escaped") {
    ls::chart chart{.title = "a < b & \"c\"", .x_label = "steps", .y_label = "return", .curves = {{"one"}, {"two"}}};
    CHECK(ls::to_svg(chart).find("stroke-width=\"2\"") != std::string::npos);  // the legend
    chart.curves[0].add(0, 0);
    chart.curves[0].add(1, 10);
    chart.curves[1].add(0, 5);
    std::string const svg = ls::to_svg(chart);
    CHECK(svg.starts_with("<svg "));
    CHECK(svg.ends_with("</svg>\n"));
    CHECK(svg.find("a &lt; b &amp; &quot;c&quot;") != std::string::npos);
    CHECK(svg.find(">return</text>") != std::string::npos);
    CHECK(svg.find(">two</text>") != std::string::npos);
    CHECK(svg.find("<polyline points=\"84,416 772,52\" fill=\"none\" stroke=\"#2563eb\"") != std::string::npos);
    CHECK(svg.find("<circle cx=\"84\" cy=\"234\"") != std::string::npos);
}

TEST_CASE("a curve runs to the right edge, over ticks that do not reach it") {
    ls::chart chart{.title = "t", .x_label = "x", .y_label = "y", .curves = {{"a"}}};
    chart.curves[0].add(1, 0);
    chart.curves[0].add(10.1, 10);
    std::string const svg = ls::to_svg(chart);
    CHECK(svg.find(" 772,52\" fill=\"none\" stroke=\"#2563eb\"") != std::string::npos);
    CHECK(svg.find(">10</text>") != std::string::npos);
    CHECK(svg.find(">12</text>") == std::string::npos);
}

TEST_CASE("a chart without values shows its axes") {
    std::string const svg = ls::to_svg({.title = "empty", .x_label = "x", .y_label = "y", .curves = {}});
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find(">0.2</text>") != std::string::npos);
}

TEST_CASE("the chart is saved, or the path is named") {
    lockstep_test::temporary_folder const folder;
    ls::chart const chart{.title = "t", .x_label = "x", .y_label = "y", .curves = {}};
    ls::save_chart(folder / "chart.svg", chart);
    CHECK(ls::read_file(folder / "chart.svg") == ls::to_svg(chart));
    CHECK_THROWS_WITH_AS(ls::save_chart(folder / "none" / "chart.svg", chart), doctest::Contains("chart.svg"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::save_chart(folder / "chart.png", chart),
                         doctest::Contains("the file would hold an SVG picture (.svg)"), std::invalid_argument);
}

TEST_CASE("a band lies behind the lines, and its ends are on the axis") {
    ls::chart chart{.title = "t", .x_label = "x", .y_label = "y", .curves = {{"a"}}};
    chart.curves[0].add(0, 5);
    chart.curves[0].add(1, 5);
    chart.curves[0].band = {{0, 0, 10}, {1, 5, 10}};
    std::string const svg = ls::to_svg(chart);
    std::size_t const band = svg.find("<polygon points=\"84,416 772,234 772,52 84,52\" fill=\"#2563eb\" fill-opacity=\"0.2\"/>");
    CHECK(band != std::string::npos);
    CHECK(band < svg.find("<polyline points=\"84,234 772,234\" fill=\"none\" stroke=\"#2563eb\""));
    chart.curves[0].band.pop_back();
    CHECK(ls::to_svg(chart).find("<polygon") == std::string::npos);
}

TEST_CASE("a logarithmic axis has a tick for each power of ten") {
    CHECK(ls::decade_ticks(0, 6) == std::vector<double>{0, 1, 2, 3, 4, 5, 6});
    CHECK(ls::decade_ticks(0.3, 1.2) == std::vector<double>{0, 1, 2});
    CHECK(ls::decade_ticks(2, 2) == std::vector<double>{2, 3});
    ls::chart chart{
        .title = "t", .x_label = "x", .y_label = "y", .curves = {{"a"}}, .logarithmic_x = true, .logarithmic_y = true};
    for (double const value : {1.0, 100.0, 1e6}) {
        chart.curves[0].add(value, value / 100);
    }
    chart.curves[0].add(0, 1);
    chart.curves[0].add(1, -1);
    std::string const svg = ls::to_svg(chart);
    CHECK(svg.find(">1 M</text>") != std::string::npos);
    CHECK(svg.find(">10 k</text>") != std::string::npos);
    CHECK(svg.find(">0.01</text>") != std::string::npos);
    CHECK(svg.find("<polyline points=\"84,416 313.333,294.667 772,52\" fill=\"none\" stroke=\"#2563eb\"") != std::string::npos);
}

TEST_CASE("more curves than colours differ by their dashes, and their names stand beside the axes") {
    ls::chart chart{.title = "t", .x_label = "x", .y_label = "y", .curves = {}};
    for (int i = 0; i < 7; ++i) {
        chart.curves.push_back({"curve " + std::to_string(i), {{0.0, i + 0.5}, {1.0, i + 0.5}}});
    }
    std::string const svg = ls::to_svg(chart);
    std::string const line = "stroke=\"#2563eb\" stroke-width=\"2\" stroke-linejoin=\"round\"";
    CHECK(svg.find(line + "/>") != std::string::npos);
    CHECK(svg.find(line + " stroke-dasharray=\"8 4\"/>") != std::string::npos);
    CHECK(svg.find("<text transform=\"translate(614 72)\" text-anchor=\"start\" font-size=\"13\" fill=\"#404040\">curve 0<") !=
          std::string::npos);
    chart.curves.pop_back();
    CHECK(ls::to_svg(chart).find("stroke-dasharray") == std::string::npos);
}
