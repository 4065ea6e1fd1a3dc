// SPDX-License-Identifier: MIT
// Several trainings that differ only by their seed, as one curve: the median, with the range of the middle half as its band.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/chart.hpp>

namespace lockstep {

/// Returns the quantile of the numbers at `share`, which is from 0 to 1. It is interpolated between the two nearest numbers, as
/// numpy.quantile does. There must be at least one number.
LOCKSTEP_COLD inline double quantile(std::vector<double> numbers, double share) {
    std::qsort(numbers.data(), numbers.size(), sizeof(double), [](void const* left, void const* right) {
        double const a = *static_cast<double const*>(left), b = *static_cast<double const*>(right);
        return (a > b) - (a < b);
    });
    double const place = share * static_cast<double>(numbers.size() - 1);
    auto const below = static_cast<std::size_t>(place);
    std::size_t const above = std::min(below + 1, numbers.size() - 1);
    return numbers[below] + (place - std::floor(place)) * (numbers[above] - numbers[below]);
}

/// Returns the value of a curve at `x`, interpolated between the neighbouring points. The points must be in the order of their x,
/// and `x` must lie between the first and the last of them.
LOCKSTEP_COLD inline double interpolated(curve const& line, double x) {
    auto const after = std::lower_bound(line.points.begin(), line.points.end(), x,
                                        [](page_point const& p, double value) { return p.x < value; });
    if (after == line.points.begin() || after->x == x) {
        return after->y;
    }
    page_point const& a = *(after - 1);
    page_point const& b = *after;
    return a.y + (x - a.x) / (b.x - a.x) * (b.y - a.y);
}

/// Returns the median of several curves with the quartiles as its band. It has `points` points at equal distances, from the first
/// to the last x that all curves have, or one point if they have only one x in common. The median of one curve has no band.
/// Throws std::invalid_argument if there is no curve, if a curve has no points, if the curves have no x in common, or if `points`
/// is below 2.
LOCKSTEP_COLD inline curve median_curve(std::string name, std::span<curve const> seeds, std::size_t points = 200) {
    if (seeds.empty() || points < 2) {
        throw std::invalid_argument(
            formatted("median_curve \"%s\": there must be at least one curve, and points must be at least 2", name.c_str()));
    }
    double first = -std::numeric_limits<double>::infinity(), last = std::numeric_limits<double>::infinity();
    for (curve const& seed : seeds) {
        if (seed.points.empty()) {
            throw std::invalid_argument(formatted("median_curve \"%s\": \"%s\" has no points", name.c_str(), seed.name.c_str()));
        }
        first = std::max(first, seed.points.front().x);
        last = std::min(last, seed.points.back().x);
        if (first > last) {
            throw std::invalid_argument(formatted("median_curve \"%s\": \"%s\" has no x in common with those before it",
                                                  name.c_str(), seed.name.c_str()));
        }
    }
    curve median{.name = std::move(name)};
    std::size_t const count = first < last ? points : 1;
    for (std::size_t i = 0; i < count; ++i) {
        double const x =
            i + 1 == points ? last : first + static_cast<double>(i) / static_cast<double>(points - 1) * (last - first);
        std::vector<double> values;
        for (curve const& seed : seeds) {
            values.push_back(interpolated(seed, x));
        }
        median.points.push_back({x, quantile(values, 0.5)});
        if (seeds.size() > 1) {
            median.band.push_back({x, quantile(values, 0.25), quantile(values, 0.75)});
        }
    }
    return median;
}

}  // namespace lockstep
