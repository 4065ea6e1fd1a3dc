// SPDX-License-Identifier: MIT
// Lines and words on a page of SVG: a picture as text, which every browser and paper takes and no library is needed for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// A place on a page in pixels, from the upper left corner.
struct page_point {
    double x, y;
};

/// A page that is drawn on in order, later things over earlier ones. Colours are CSS colours.
class svg_page {
public:
    svg_page(double width, double height) {
        std::string const size = " width=\"" + number(width) + "\" height=\"" + number(height) + "\"";
        text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + size + " font-family=\"Helvetica, Arial, sans-serif\">\n";
        text_ += "<rect" + size + " fill=\"white\"/>\n";
    }

    /// A line through the points; a dot if there is but one.
    void line(std::span<page_point const> points, std::string_view colour, double thickness = 1) {
        if (points.size() == 1) {
            text_ += "<circle cx=\"" + number(points[0].x) + "\" cy=\"" + number(points[0].y) + "\" r=\"" + number(2 * thickness) +
                     "\" fill=\"" + escape(colour) + "\"/>\n";
        } else if (points.size() > 1) {
            text_ += "<polyline points=\"";
            for (page_point const& p : points) {
                text_ += number(p.x) + ',' + number(p.y) + ' ';
            }
            text_.back() = '"';
            text_ += " fill=\"none\" stroke=\"" + escape(colour) + "\" stroke-width=\"" + number(thickness) + "\" stroke-linejoin=\"round\"/>\n";
        }
    }

    /// How a piece of text stands: `anchor` (start, middle or end) lies at its place.
    struct text_style {
        std::string_view anchor = "middle";
        double size = 13;
        bool bold = false, upwards = false;
    };

    void write(page_point at, std::string_view words, text_style const& style) {
        text_ += "<text transform=\"translate(" + number(at.x) + ' ' + number(at.y) + ')' + (style.upwards ? " rotate(-90)" : "") +
                 "\" text-anchor=\"" + escape(style.anchor) + "\" font-size=\"" + number(style.size) + '"' +
                 (style.bold ? " font-weight=\"bold\"" : "") + " fill=\"#404040\">" + escape(words) + "</text>\n";
    }

    /// The picture so far.
    std::string text() const { return text_ + "</svg>\n"; }

private:
    static std::string number(double value) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.6g", value);
        return text.data();
    }

    static std::string escape(std::string_view text) {
        std::string escaped;
        for (char const c : text) {
            switch (c) {
            case '&': escaped += "&amp;"; break;
            case '<': escaped += "&lt;"; break;
            case '>': escaped += "&gt;"; break;
            case '"': escaped += "&quot;"; break;
            default: escaped += c;
            }
        }
        return escaped;
    }

    std::string text_;
};

}  // namespace lockstep
