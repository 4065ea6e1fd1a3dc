// SPDX-License-Identifier: MIT
// Lines and words on a page of SVG: a picture as text, for browsers and papers, without a library.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/text/escape_markup.hpp>

namespace lockstep {

/// A place on a page in pixels, from the upper left corner.
struct page_point {
    double x, y;
};

/// A page on which later lines, areas and words cover earlier ones. Colours are CSS colours.
class svg_page {
public:
    svg_page(double width, double height)
        : text_(formatted("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" font-family=\"Helvetica, Arial, "
                          "sans-serif\">\n"
                          "<rect width=\"%g\" height=\"%g\" fill=\"white\"/>\n",
                          width, height, width, height)) {}

    /// Draws a line through the points, or a dot if there is only one. `dashes` has the lengths of dashes and gaps in pixels,
    /// such as "8 4"; if it is empty, the line has no gaps.
    LOCKSTEP_COLD void line(std::span<page_point const> points, std::string_view colour, double thickness = 1,
                            std::string_view dashes = "") {
        if (points.size() == 1) {
            text_ += formatted("<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"%s\"/>\n", points[0].x, points[0].y, 2 * thickness,
                               escape_markup(colour).c_str());
        } else if (points.size() > 1) {
            text_ += "<polyline points=\"";
            for (page_point const& p : points) {
                text_ += formatted("%g,%g ", p.x, p.y);
            }
            text_.back() = '"';
            std::string const gaps = dashes.empty() ? "" : formatted(" stroke-dasharray=\"%s\"", escape_markup(dashes).c_str());
            text_ += formatted(" fill=\"none\" stroke=\"%s\" stroke-width=\"%g\" stroke-linejoin=\"round\"%s/>\n",
                               escape_markup(colour).c_str(), thickness, gaps.c_str());
        }
    }

    /// Draws a filled polygon with these corners.
    LOCKSTEP_COLD void fill(std::span<page_point const> points, std::string_view colour, double opacity) {
        text_ += "<polygon points=\"";
        for (page_point const& p : points) {
            text_ += formatted("%g,%g ", p.x, p.y);
        }
        text_.back() = '"';
        text_ += formatted(" fill=\"%s\" fill-opacity=\"%g\"/>\n", escape_markup(colour).c_str(), opacity);
    }

    /// The style of a piece of text. `anchor` says which part of the text is at the point at which it is written: start, middle
    /// or end. `size` is in pixels. If `upwards` is true, the text is turned by 90 degrees and reads from below.
    struct text_style {
        std::string_view anchor = "middle";
        double size = 13;
        bool bold = false, upwards = false;
    };

    LOCKSTEP_COLD void write(page_point at, std::string_view words, text_style const& style) {
        text_ +=
            formatted("<text transform=\"translate(%g %g)%s\" text-anchor=\"%s\" font-size=\"%g\"%s fill=\"#404040\">%s</text>\n",
                      at.x, at.y, style.upwards ? " rotate(-90)" : "", escape_markup(style.anchor).c_str(), style.size,
                      style.bold ? " font-weight=\"bold\"" : "", escape_markup(words).c_str());
    }

    /// Returns the picture so far.
    std::string text() const { return text_ + "</svg>\n"; }

private:
    std::string text_;
};

}  // namespace lockstep
