// SPDX-License-Identifier: MIT
// A picture of curves over two axes with round ticks, for learning curves.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/storage/file_suffix.hpp>
#include <lockstep/io/text/quantity.hpp>
#include <lockstep/io/text/svg.hpp>

namespace lockstep {

/// A range of values at x, from `low` to `high`.
struct chart_range {
    double x, low, high;
};

/// One line of a chart. add() leaves out a point that is not finite.
struct curve {
    std::string name;
    std::vector<page_point> points = {};
    std::vector<chart_range> band = {};  ///< drawn as a surface behind the line if there are two ranges or more

    LOCKSTEP_COLD void add(double x, double y) {
        if (std::isfinite(x) && std::isfinite(y)) {
            points.push_back({x, y});
        }
    }
};

struct chart {
    std::string title, x_label, y_label;
    std::vector<curve> curves = {};                     ///< named in a legend if there is more than one; up to 18 look different
    bool logarithmic_x = false, logarithmic_y = false;  ///< values that are not above 0 are then left out
};

/// Returns round numbers whose first and last enclose [low, high]. Between them are at most `count` equal steps, each of 1, 2 or
/// 5 times a power of ten. If `low` is not below `high`, they enclose a range around `low`. Both must be finite.
LOCKSTEP_COLD inline std::vector<double> round_ticks(double low, double high, std::size_t count) {
    if (!(low < high)) {
        double const margin = std::max(std::abs(low), 1.0);
        return round_ticks(low - margin, high + margin, count);
    }
    double step = std::pow(10.0, std::floor(std::log10((high - low) / static_cast<double>(count))));
    for (double const factor : {2.0, 2.5, 2.0, 2.0, 2.5}) {  // 1, 2, 5, 10, 20, 50
        if (std::ceil(high / step) - std::floor(low / step) <= static_cast<double>(count)) {
            break;
        }
        step *= factor;
    }
    std::vector<double> ticks;
    for (double k = std::floor(low / step); k <= std::ceil(high / step); ++k) {
        ticks.push_back(k * step);
    }
    return ticks;
}

/// Returns the exponents of powers of ten whose first and last enclose [10^low, 10^high].
LOCKSTEP_COLD inline std::vector<double> decade_ticks(double low, double high) {
    std::vector<double> ticks;
    for (double k = std::floor(low); k <= std::max(std::ceil(high), std::floor(low) + 1); ++k) {
        ticks.push_back(k);
    }
    return ticks;
}

/// An axis: the range of values [low, high] that it shows, the coordinates [from, to] of this range on the page (pixels), and the
/// ticks.
struct chart_axis {
    double low, high;
    double from, to;
    std::vector<double> ticks;
    bool logarithmic = false;  ///< values and ticks are exponents of ten

    double at(double value) const { return from + (value - low) / (high - low) * (to - from); }

    LOCKSTEP_COLD std::string label(double tick) const {
        if (logarithmic) {
            return quantity(std::pow(10.0, tick));
        }
        if (std::max(std::abs(low), std::abs(high)) >= 1e5) {
            return quantity(tick);
        }
        return formatted("%.6g", tick);
    }
};

/// Returns the chart as the text of an SVG picture of 800 x 480 pixels.
LOCKSTEP_COLD inline std::string to_svg(chart const& chart) {
    constexpr std::array colours = {"#2563eb", "#ea580c", "#16a34a", "#9333ea", "#dc2626", "#0891b2"};
    constexpr std::array dashes = {"", "8 4", "2 3"};            // where there are more lines than colours
    bool const are_many = chart.curves.size() > colours.size();  // then their names are to the right of the axes
    constexpr double width = 800, height = 480, left = 84, top = 52, bottom = height - 64;
    double const right = width - (are_many ? 230 : 28), names = are_many ? right + 12 : left + 16;

    constexpr double infinity = std::numeric_limits<double>::infinity();
    page_point low{infinity, infinity}, high{-infinity, -infinity};
    std::vector<curve> curves;  // in the units of the axes
    auto const include = [&](double x, double y) {
        low = {std::min(low.x, x), std::min(low.y, y)};
        high = {std::max(high.x, x), std::max(high.y, y)};
    };
    auto const is_shown = [&](double x, double y) { return (x > 0 || !chart.logarithmic_x) && (y > 0 || !chart.logarithmic_y); };
    auto const x_of = [&](double value) { return chart.logarithmic_x ? std::log10(value) : value; };
    auto const y_of = [&](double value) { return chart.logarithmic_y ? std::log10(value) : value; };
    for (curve const& given : chart.curves) {
        curve shown{.name = given.name};
        for (page_point const& p : given.points) {
            if (is_shown(p.x, p.y)) {
                shown.points.push_back({x_of(p.x), y_of(p.y)});
                include(shown.points.back().x, shown.points.back().y);
            }
        }
        for (chart_range const& r : given.band) {
            if (is_shown(r.x, r.low)) {
                shown.band.push_back({x_of(r.x), y_of(r.low), y_of(r.high)});
                include(shown.band.back().x, shown.band.back().low);
                include(shown.band.back().x, shown.band.back().high);
            }
        }
        curves.push_back(std::move(shown));
    }
    if (low.x > high.x) {
        low = {0, 0}, high = {1, 1};  // no data: only the axes
    }
    std::vector<double> x_ticks = chart.logarithmic_x ? decade_ticks(low.x, high.x) : round_ticks(low.x, high.x, 8);
    std::vector<double> const y_ticks = chart.logarithmic_y ? decade_ticks(low.y, high.y) : round_ticks(low.y, high.y, 8);
    double const x_end = low.x < high.x ? high.x : x_ticks.back();  // curves run to the edge
    while (x_ticks.back() > x_end) {
        x_ticks.pop_back();
    }
    chart_axis const x{x_ticks.front(), x_end, left, right, x_ticks, chart.logarithmic_x};
    chart_axis const y{y_ticks.front(), y_ticks.back(), bottom, top, y_ticks, chart.logarithmic_y};

    svg_page page(width, height);
    for (double const tick : y.ticks) {
        page.line(std::array{page_point{left, y.at(tick)}, page_point{right, y.at(tick)}},
                  tick == y.ticks.front() ? "#808080" : "#e5e5e5");
        page.write({left - 10, y.at(tick) + 4.5}, y.label(tick), {.anchor = "end"});
    }
    for (double const tick : x.ticks) {
        page.line(std::array{page_point{x.at(tick), bottom}, page_point{x.at(tick), bottom + 5}}, "#808080");
        page.write({x.at(tick), bottom + 22}, x.label(tick), {});
    }
    page.write({(left + right) / 2, 28}, chart.title, {.size = 17, .bold = true});
    page.write({(left + right) / 2, height - 16}, chart.x_label, {});
    page.write({20, (top + bottom) / 2}, chart.y_label, {.upwards = true});

    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (std::vector<chart_range> const& band = curves[i].band; band.size() > 1) {
            std::vector<page_point> around;
            for (chart_range const& r : band) {
                around.push_back({x.at(r.x), y.at(r.low)});
            }
            for (std::size_t k = band.size(); k-- > 0;) {
                around.push_back({x.at(band[k].x), y.at(band[k].high)});
            }
            page.fill(around, colours[i % colours.size()], 0.2);
        }
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        char const* const colour = colours[i % colours.size()];
        std::vector<page_point> points = curves[i].points;
        for (page_point& p : points) {
            p = {x.at(p.x), y.at(p.y)};
        }
        char const* const gaps = dashes[i / colours.size() % dashes.size()];
        page.line(points, colour, 2, gaps);
        if (curves.size() > 1) {
            double const row = top + 20 + 20 * static_cast<double>(i);
            page.line(std::array{page_point{names, row - 4.5}, page_point{names + 24, row - 4.5}}, colour, 2, gaps);
            page.write({names + 32, row}, curves[i].name, {.anchor = "start"});
        }
    }
    return page.text();
}

/// Replaces the file at `path` with the picture. Throws std::invalid_argument if `path` has another format's suffix
/// (check_suffix), and std::runtime_error, naming the file, if it cannot be written.
LOCKSTEP_COLD inline void save_chart(std::string const& path, chart const& chart) {
    write_file(check_suffix(path, ".svg"), to_svg(chart));
}

}  // namespace lockstep
